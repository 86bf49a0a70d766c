import { useEffect, type ReactNode } from 'react';
import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { LanguageSelect } from '../frame/language-select.js';
import { showFor } from '../frame/languages.js';
import { Zone } from '../frame/zone.js';
import { customerQuery, type Issuer } from './calls.js';
import { Invoices } from './invoices.js';
import { AmountsDue } from './amounts-due.js';
import { Profile } from './profile.js';
import { Subscriptions } from './subscriptions.js';
import { discardToken, token } from './token.js';
import { Wallets } from './wallets.js';

const isEnded = (error: unknown): boolean => error instanceof Refusal && error.status === 401;

/** The page of a customer: what it owes, its invoices, subscriptions, credits and data. */
export function PortalPage() {
  const { t } = useLingui();
  const reading = useQuery({ ...customerQuery, enabled: token !== '' });
  const { data, error } = reading;
  useEffect(() => {
    if (isEnded(error)) discardToken();
  }, [error]);
  useEffect(() => {
    if (!data) return;
    document.title = data.issuer.name;
    void showFor(data.customer.document_locale, data.issuer.document_locale);
  }, [data]);

  if (token === '') return <Closed />;
  if (isEnded(error)) return <Ended />;
  if (!data)
    return (
      <Frame>
        {error ? <CallError error={error} /> : <Skeleton height={64} role="status" aria-label={t`Loading`} />}
      </Frame>
    );
  const { customer, issuer, access } = data;
  return (
    <Zone value={customer.applicable_timezone}>
      <Frame issuer={issuer}>
        <div>
          <Title order={1}>{customer.name ?? customer.external_id}</Title>
          <Text c="dimmed">
            <Trans>Your invoices, subscriptions and data at {issuer.name}</Trans>
          </Text>
        </div>
        {access.sandbox ? (
          <Alert variant="outline" color="yellow">
            <Text c="var(--mantine-color-text)">
              <Trans>This is a sandbox: no amount here is real, and its own clock ends the address of this page.</Trans>
            </Text>
          </Alert>
        ) : null}
        <AmountsDue />
        <Invoices />
        <Subscriptions />
        <Wallets />
        <Profile customer={customer} />
      </Frame>
    </Zone>
  );
}

function Frame({ issuer, children }: { issuer?: Issuer; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <main className="wide portal">
      <Stack gap="xl">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            {issuer?.logo_url ? <img className="logo" src={issuer.logo_url} alt="" /> : null}
            <Text fw={600}>{issuer?.name ?? t`Customer portal`}</Text>
          </Group>
          <LanguageSelect />
        </Group>
        {children}
      </Stack>
    </main>
  );
}

/** The page of an expired address. */
const Ended = () => (
  <Frame>
    <Title order={1}>
      <Trans>This address has expired</Trans>
    </Title>
    <Text>
      <Trans>
        An address of the portal is valid for twelve hours. Request a new one from the company that bills you.
      </Trans>
    </Text>
  </Frame>
);

/** The page of a tab without a token: the address alone opens the portal in one tab. */
const Closed = () => (
  <Frame>
    <Title order={1}>
      <Trans>Open the portal from your link</Trans>
    </Title>
    <Text>
      <Trans>The portal is open in one tab at a time. For another tab, open the link that you received again.</Trans>
    </Text>
  </Frame>
);
