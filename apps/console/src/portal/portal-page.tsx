import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { LanguageSelect } from '../frame/language-select.js';
import { showFor } from '../frame/languages.js';
import { Zone } from '../frame/zone.js';
import { customerQuery, type Access, type Customer, type Issuer, type PortalSettings, type Section } from './calls.js';
import { Documents } from './documents.js';
import { Invoices } from './invoices.js';
import { AmountsDue } from './amounts-due.js';
import { OpenInvoice } from './open-invoice.js';
import { PaymentMethods } from './payment-methods.js';
import { signInOrganization, useOpenInvoice } from './place.js';
import { Profile } from './profile.js';
import { SignIn } from './sign-in.js';
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
    void showFor(data.access.locale ?? data.customer.document_locale, data.issuer.document_locale);
  }, [data?.access.locale, data?.customer.document_locale, data?.issuer.document_locale, data?.issuer.name]);

  if (token === '')
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
        <Sections access={access} customer={customer} editable={settings.editable_fields} />
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

/** The sections that the session shows; those of an open invoice stay as they are until the reader is back. */
function Sections(props: SectionsProps) {
  const invoice = useOpenInvoice();
  const isOpen = invoice !== null && props.access.sections.includes('invoices');
  return (
    <>
      {isOpen ? <OpenInvoice key={invoice} id={invoice} /> : null}
      <div hidden={isOpen}>
        <Stack gap="xl">
          <AllSections {...props} />
        </Stack>
      </div>
    </>
  );
}

/** All sections of a session; that of its flow comes first. */
function AllSections({ access: { sections, flow }, customer, editable }: SectionsProps) {
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
      {shows('profile') ? <Profile customer={customer} editable={editable} /> : null}
    </>
  );
}

/** The terms and the privacy policy of the issuer. */
function Links({ settings: { terms_url: terms, privacy_url: privacy } }: { settings: PortalSettings }) {
  return (
    <Group component="footer" gap="lg">
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

/** The colour of buttons; the service accepts only colours on which white is easy to read. */
function accentOf(issuer: Issuer | undefined): CSSProperties {
  const color = issuer?.portal_settings.accent_color;
  if (!color) return {};
  const names = ['--mantine-primary-color-filled', '--mantine-primary-color-filled-hover'];
  return Object.fromEntries(names.map((name) => [name, color]));
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
    <Title order={1}>
      <Trans>This address has ended</Trans>
    </Title>
    <Text>
      <Trans>It has expired, or the company that bills you has revoked it. Request a new one there.</Trans>
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
