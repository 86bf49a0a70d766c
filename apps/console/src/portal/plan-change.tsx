import { useState } from 'react';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { Amount, EnumText } from '../ui/values.js';
import { plansQuery, portal, readAgain, type Plan, type Subscription } from './calls.js';
import { Read } from './parts.js';
import { Preview } from './preview.js';

const nameOf = (plan: Plan): string => plan.invoice_display_name || plan.name;

/** The plans that the issuer offers, and the invoice that a change to one of them brings. */
export function PlanChange({ subscription, onDone }: { subscription: Subscription; onDone(): void }) {
  const { t } = useLingui();
  const { external_id: id } = subscription;
  const [chosen, setChosen] = useState('');
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      answerOf(
        portal.PUT('/portal/subscriptions/{external_id}/plan', {
          params: { path: { external_id: id } },
          body: { subscription: { plan_code: chosen } },
        }),
      ),
    onSuccess: async () => {
      await readAgain(queries);
      onDone();
    },
  });
  return (
    <Read of={useQuery(plansQuery(id))}>
      {({ plans }) => (
        <Stack gap="sm">
          <Radio.Group label={t`Plan`} value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {plans.map((plan) => (
                <Radio
                  key={plan.code}
                  value={plan.code}
                  disabled={plan.is_current}
                  label={<OfferedPlan plan={plan} />}
                  description={plan.description}
                />
              ))}
            </Stack>
          </Radio.Group>
          {chosen === '' ? null : <Preview subscription={id} input={{ plan_code: chosen }} />}
          <Group>
            <Button disabled={chosen === ''} loading={change.isPending} onClick={() => change.mutate()}>
              <Trans>Change the plan</Trans>
            </Button>
          </Group>
          <CallError error={change.error} />
        </Stack>
      )}
    </Read>
  );
}

/** A plan with its price, what it includes, and when a change to it holds. */
function OfferedPlan({ plan }: { plan: Plan }) {
  const name = nameOf(plan);
  return (
    <span dir="auto">
      {name} · <Amount cents={plan.amount_cents} currency={plan.amount_currency} /> <EnumText value={plan.interval} />
      {plan.entitlements.length === 0 ? null : (
        <Text component="span" c="dimmed">
          {' · '}
          {plan.entitlements.map((feature) => feature.name || feature.code).join(', ')}
        </Text>
      )}
      <Text component="span" c="dimmed">
        {' · '}
        <When change={plan.change} />
      </Text>
    </span>
  );
}

function When({ change }: { change: Plan['change'] }) {
  if (change === null) return <Trans>your plan</Trans>;
  return change === 'upgrade' ? <Trans>holds at once</Trans> : <Trans>holds at the end of the period</Trans>;
}
