import type { ReactNode } from 'react';
import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CallError } from '../frame/call-error.js';
import { LanguageSelect } from '../frame/language-select.js';
import { Zone } from '../frame/zone.js';
import type { Access, Customer, Issuer, PortalSettings, Section } from './calls.js';
import { Documents } from './documents.js';
import { Invoices } from './invoices.js';
import { accentOf } from './accent.js';
import { AmountsDue } from './amounts-due.js';
import { isEnded, useCustomer } from './customer.js';
import { BesideInvoice } from './open-invoice.js';
import { EndedAddress } from './ended.js';
import { PaymentMethods } from './payment-methods.js';
import { People } from './people.js';
import { signInOrganization } from './place.js';
import { Profile } from './profile.js';
import { SignIn } from './sign-in.js';
import { Subscriptions } from './subscriptions.js';
import { hasToken } from './token.js';
import { Wallets } from './wallets.js';

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
        <BesideInvoice mayOpen={access.sections.includes('invoices')}>
          <AllSections access={access} customer={customer} editable={settings.editable_fields} />
        </BesideInvoice>
        <Links settings={settings} />
      </Frame>
    </Zone>
  );
}

interface SectionsProps {
  access: Access;
  customer: Customer;
  /** The data that the customer may change. */
  editable: PortalSettings['editable_fields'];
}

/** All sections of a session; that of its flow comes first. */
function AllSections({ access, customer, editable }: SectionsProps) {
  const { sections, flow, person, may_change: mayChange, manages_people: managesPeople } = access;
  const shows = (section: Section) => sections.includes(section);
  const methods = shows('payment_methods') ? <PaymentMethods /> : null;
  return (
    <>
      {flow === 'payment_method' ? methods : null}
      {shows('invoices') ? (
        <>
          <AmountsDue />
          <Invoices />
          <Documents />
        </>
      ) : null}
      {shows('subscriptions') ? <Subscriptions /> : null}
      {shows('wallets') ? <Wallets /> : null}
      {flow === 'payment_method' ? null : methods}
      {shows('profile') ? <Profile customer={customer} editable={mayChange ? editable : []} /> : null}
      {managesPeople && shows('profile') ? <People ownId={person?.svc_id ?? null} /> : null}
    </>
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
