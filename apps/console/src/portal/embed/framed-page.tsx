import { useEffect, useRef, type ReactNode } from 'react';
import { Skeleton, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { framedBy } from '../../base.js';
import { CallError } from '../../frame/call-error.js';
import { Zone } from '../../frame/zone.js';
import { accentOf } from '../accent.js';
import { AmountsDue } from '../amounts-due.js';
import { customerQuery, type Access, type Customer, type PortalSettings, type Section } from '../calls.js';
import { isEnded, useCustomer } from '../customer.js';
import { Documents } from '../documents.js';
import { EndedAddress } from '../ended.js';
import { Invoices } from '../invoices.js';
import { BesideInvoice } from '../open-invoice.js';
import { PaymentMethods } from '../payment-methods.js';
import { Profile } from '../profile.js';
import { RunningUsage, Subscriptions } from '../subscriptions.js';
import { hasToken, renewToken } from '../token.js';
import { NoCredits, Wallets } from '../wallets.js';
import { reportHeight } from './around.js';
import { renewalIn } from './renewal-time.js';

interface Shown {
  access: Access;
  customer: Customer;
  settings: PortalSettings;
}

interface Part {
  /** The section of a session that it belongs to. */
  section: Section;
  show(shown: Shown): ReactNode;
}

/** The parts of the portal that a frame shows on their own, by their names in addresses. */
const parts = new Map<string, Part>([
  [
    'invoices',
    {
      section: 'invoices',
      show: () => (
        <BesideInvoice>
          <AmountsDue />
          <Invoices />
          <Documents />
        </BesideInvoice>
      ),
    },
  ],
  ['usage', { section: 'subscriptions', show: () => <RunningUsage /> }],
  ['plan', { section: 'subscriptions', show: () => <Subscriptions /> }],
  ['wallet', { section: 'wallets', show: () => <Wallets none={<NoCredits />} /> }],
  ['payment_methods', { section: 'payment_methods', show: () => <PaymentMethods /> }],
  [
    'profile',
    {
      section: 'profile',
      show: ({ access, customer, settings }) => (
        <Profile customer={customer} editable={access.may_change ? settings.editable_fields : []} />
      ),
    },
  ],
]);

/** One part of the portal without head and navigation, for a frame in a page of the organization. */
export function FramedPage({ name }: { name: string }) {
  const { data, error } = useCustomer();
  const content = useRef<HTMLElement>(null);
  useEffect(() => (content.current ? reportHeight(content.current) : undefined), []);
  useRenewal(data?.access);
  return (
    <main ref={content} className="portal framed" style={accentOf(data?.issuer)}>
      <Stack gap="xl">
        {!hasToken() || isEnded(error) ? (
          <EndedAddress level={2} />
        ) : data ? (
          <Zone value={data.customer.applicable_timezone}>
            <PartOf name={name} access={data.access} customer={data.customer} settings={data.issuer.portal_settings} />
          </Zone>
        ) : (
          <Waiting error={error} />
        )}
      </Stack>
    </main>
  );
}

function Waiting({ error }: { error: unknown }) {
  const { t } = useLingui();
  return error ? <CallError error={error} /> : <Skeleton height={64} role="status" aria-label={t`Loading`} />;
}

/** The part, if the session shows it and the customer's own issuer lists the page around the frame, too. */
function PartOf({ name, ...shown }: Shown & { name: string }) {
  const part = parts.get(name);
  if (part && shown.access.sections.includes(part.section) && shown.settings.origins.includes(framedBy))
    return part.show(shown);
  return (
    <Text>
      <Trans>This part is not available here.</Trans>
    </Text>
  );
}

/** Renews the token before its session ends. The new end brings the next renewal. */
function useRenewal(access: Access | undefined): void {
  const queries = useQueryClient();
  const end = access?.expires_at;
  const isSandbox = access?.sandbox;
  useEffect(() => {
    if (end === undefined || isSandbox === undefined) return;
    const inMs = renewalIn({ expires_at: end, sandbox: isSandbox }, Date.now());
    if (inMs === null) return;
    const timer = setTimeout(() => void renewToken().then(() => queries.invalidateQueries(customerQuery)), inMs);
    return () => clearTimeout(timer);
  }, [end, isSandbox, queries]);
}
