import type { ReactNode } from 'react';
import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CallError } from '../frame/call-error.js';
import { LanguageSelect } from '../frame/language-select.js';
import { Zone } from '../frame/zone.js';
import type { Issuer, PortalSettings } from './calls.js';
import { accentOf } from './accent.js';
import { isEnded, useCustomer } from './customer.js';
import { EndedAddress } from './ended.js';
import { Pages } from './pages.js';
import { signInOrganization } from './place.js';
import { SignIn } from './sign-in.js';
import { hasToken } from './token.js';

/** The page of a customer: what it owes, its invoices, subscriptions, credits and data. */
export function PortalPage() {
  const { t } = useLingui();
  const { data, error } = useCustomer();
  if (!hasToken())
    return signInOrganization === null ? (
      <Closed />
    ) : (
      <Frame>
        <SignIn organization={signInOrganization} />
      </Frame>
    );
  if (isEnded(error)) return <Ended />;
  if (!data)
    return (
      <Frame>
        {error ? <CallError error={error} /> : <Skeleton height={64} role="status" aria-label={t`Loading`} />}
      </Frame>
    );
  const { customer, issuer, access } = data;
  const { portal_settings: settings } = issuer;
  return (
    <Zone value={customer.applicable_timezone}>
      <Frame issuer={issuer}>
        <div>
          <Title order={1}>{customer.name ?? customer.external_id}</Title>
          <Text c="dimmed">
            {settings.headline ?? <Trans>Your invoices, subscriptions and data at {issuer.name}</Trans>}
          </Text>
          {settings.intro === null ? null : <Text className="intro">{settings.intro}</Text>}
        </div>
        {access.sandbox ? (
          <Alert variant="outline" color="yellow">
            <Text c="var(--mantine-color-text)">
              <Trans>This is a sandbox: no amount here is real, and its own clock ends the address of this page.</Trans>
            </Text>
          </Alert>
        ) : null}
        {access.return_url === null ? null : (
          <Anchor href={access.return_url}>
            <Trans>Back to {issuer.name}</Trans>
          </Anchor>
        )}
        <Pages access={access} customer={customer} settings={settings} />
        <Links settings={settings} />
      </Frame>
    </Zone>
  );
}

/** The contact, the terms and the privacy policy of the issuer. */
function Links({ settings }: { settings: PortalSettings }) {
  const { terms_url: terms, privacy_url: privacy, support_email: email, support_url: help } = settings;
  return (
    <Group component="footer" gap="lg">
      {email === null ? null : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
      {help === null ? null : (
        <Anchor href={help}>
          <Trans>Help</Trans>
        </Anchor>
      )}
      {terms === null ? null : (
        <Anchor href={terms}>
          <Trans>Terms</Trans>
        </Anchor>
      )}
      {privacy === null ? null : (
        <Anchor href={privacy}>
          <Trans>Privacy policy</Trans>
        </Anchor>
      )}
    </Group>
  );
}

function Frame({ issuer, children }: { issuer?: Issuer; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <main className="wide portal" style={accentOf(issuer)}>
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

/** The page of an address that has ended. */
const Ended = () => (
  <Frame>
    <EndedAddress level={1} />
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
