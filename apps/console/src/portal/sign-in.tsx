import { useState } from 'react';
import { Button, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { portal, type SignIn as Answer } from './calls.js';

/** Signs in with a code that a mail brings: for who has no link. @param organization its slug, from the address */
export function SignIn({ organization }: { organization: string }) {
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  return (
    <Stack gap="md">
      <Title order={1}>
        <Trans>Sign in to your invoices</Trans>
      </Title>
      {isSent ? (
        <Code organization={organization} email={email} onBack={() => setSent(false)} />
      ) : (
        <Address organization={organization} email={email} onEmail={setEmail} onSent={() => setSent(true)} />
      )}
    </Stack>
  );
}

interface AddressProps {
  organization: string;
  email: string;
  onEmail(email: string): void;
  onSent(): void;
}

function Address({ organization, email, onEmail, onSent }: AddressProps) {
  const { t, i18n } = useLingui();
  const send = useMutation({
    mutationFn: () =>
      answerOf(
        portal.POST('/portal/sign_in_codes', {
          body: { sign_in_code: { organization, email, locale: i18n.locale as 'en' } },
        }),
      ),
    onSuccess: onSent,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="email"
          label={t`E-mail address`}
          description={t`The one to which your invoices come`}
          autoComplete="email"
          required
          value={email}
          onChange={({ currentTarget: { value } }) => onEmail(value)}
        />
        <Group>
          <Button type="submit" loading={send.isPending}>
            <Trans>Send a code</Trans>
          </Button>
        </Group>
        <CallError error={send.error} />
      </Stack>
    </form>
  );
}

interface CodeProps {
  organization: string;
  email: string;
  onBack(): void;
}

function Code({ organization, email, onBack }: CodeProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState('');
  const enter = useMutation({
    mutationFn: () =>
      answerOf(
        portal.POST('/portal/sign_ins', {
          body: {
            sign_in: { organization, email, code, ...(chosen === '' ? {} : { external_customer_id: chosen }) },
          },
        }),
      ),
    onSuccess: ({ sign_in: { url } }) => {
      if (url !== null) window.location.assign(url);
    },
  });
  const choice = enter.data?.sign_in.url === null ? enter.data.sign_in.customers : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate();
      }}
    >
      <Stack gap="sm">
        <Text role="status">
          <Trans>If a customer has the address {email}, a mail with a code is on its way to it.</Trans>
        </Text>
        <TextInput
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={({ currentTarget: { value } }) => setCode(value)}
        />
        <Choice customers={choice} chosen={chosen} onChange={setChosen} />
        <Group gap="sm">
          <Button type="submit" loading={enter.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button variant="default" onClick={onBack}>
            <Trans>Another address</Trans>
          </Button>
        </Group>
        <CallError error={enter.error} />
      </Stack>
    </form>
  );
}

interface ChoiceProps {
  customers: Answer['customers'];
  chosen: string;
  onChange(id: string): void;
}

/** The customers of an address that several have. */
function Choice({ customers, chosen, onChange }: ChoiceProps) {
  const { t } = useLingui();
  if (customers.length === 0) return null;
  return (
    <Radio.Group label={t`Several customers have this address. Choose one.`} value={chosen} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {customers.map(({ external_id: id, name }) => (
          <Radio key={id} value={id} label={<bdi>{name ?? id}</bdi>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
