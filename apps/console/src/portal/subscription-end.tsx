import { useState } from 'react';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { portal, readAgain, type PortalSettings, type Subscription } from './calls.js';
import { Preview } from './preview.js';

type End = PortalSettings['subscription_ends'][number];

interface Props {
  subscription: Subscription;
  /** When the issuer lets its customers end a subscription. */
  ends: readonly End[];
  onDone(): void;
}

/** Ends a subscription, with the last invoice before the customer decides. */
export function SubscriptionEnd({ subscription: { external_id: id }, ends, onDone }: Props) {
  const { t } = useLingui();
  const [at, setAt] = useState<End>(ends.includes('period_end') ? 'period_end' : 'now');
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      answerOf(
        portal.PUT('/portal/subscriptions/{external_id}/end', {
          params: { path: { external_id: id } },
          body: { end: { at, ...(reason.trim() === '' ? {} : { reason }) } },
        }),
      ),
    onSuccess: async () => {
      await readAgain(queries);
      onDone();
    },
  });
  const texts: Record<End, string> = { period_end: t`At the end of the period`, now: t`At once` };
  return (
    <Stack gap="sm">
      <Radio.Group label={t`When it ends`} value={at} onChange={(value) => setAt(value)}>
        <Stack gap="xs" mt="xs">
          {ends.map((one) => (
            <Radio key={one} value={one} label={texts[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t`Why do you end it?`}
        description={t`Optional`}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Preview subscription={id} input={{ end: at }} />
      <Group>
        <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
          <Trans>End the subscription</Trans>
        </Button>
      </Group>
      <CallError error={end.error} />
    </Stack>
  );
}
