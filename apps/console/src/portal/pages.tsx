import type { ReactNode } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Anchor, Stack } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { Access, Customer, PortalSettings, Section } from './calls.js';
import { AmountsDue } from './amounts-due.js';
import { DocumentsPage } from './documents.js';
import { Invoices } from './invoices.js';
import { NextInvoices } from './next-invoices.js';
import { BesideInvoice } from './open-invoice.js';
import { PaymentMethods } from './payment-methods.js';
import { People } from './people.js';
import { addressOfPage, followInPage, usePageName } from './place.js';
import { Profile } from './profile.js';
import { RunningUsage, Subscriptions } from './subscriptions.js';
import { NoCredits, Wallets } from './wallets.js';

interface Shown {
  access: Access;
  customer: Customer;
  settings: PortalSettings;
}

interface PortalPart {
  /** Its name in addresses. */
  name: string;
  /** The section of a session that it belongs to. */
  section: Section;
  title: MessageDescriptor;
  show(shown: Shown): ReactNode;
}

/** The pages of the portal, in the order of the navigation. */
const parts: readonly PortalPart[] = [
  {
    name: 'overview',
    section: 'invoices',
    title: msg`Overview`,
    show: ({ access }) => (
      <>
        <AmountsDue />
        {access.sections.includes('subscriptions') ? <NextInvoices /> : null}
        <Invoices />
      </>
    ),
  },
  {
    name: 'invoices',
    section: 'invoices',
    title: msg`Invoices`,
    show: () => (
      <BesideInvoice>
        <Invoices />
      </BesideInvoice>
    ),
  },
  { name: 'documents', section: 'invoices', title: msg`Documents`, show: () => <DocumentsPage /> },
  { name: 'usage', section: 'subscriptions', title: msg`Usage`, show: () => <RunningUsage /> },
  {
    name: 'plan',
    section: 'subscriptions',
    title: msg`Subscriptions`,
    show: () => <Subscriptions />,
  },
  {
    name: 'credits',
    section: 'wallets',
    title: msg`Prepaid credits`,
    show: () => <Wallets none={<NoCredits />} />,
  },
  { name: 'methods', section: 'payment_methods', title: msg`Payment methods`, show: () => <PaymentMethods /> },
  {
    name: 'profile',
    section: 'profile',
    title: msg`Your data`,
    show: ({ access, customer, settings }) => (
      <>
        <Profile customer={customer} editable={access.may_change ? settings.editable_fields : []} />
        {access.manages_people ? <People ownId={access.person?.svc_id ?? null} /> : null}
      </>
    ),
  },
];

/**
 * The page that the address names, of those that the session shows, below a navigation of them. An address without one
 * opens the page of the session's flow, or the first one.
 */
export function Pages(shown: Shown) {
  const { t } = useLingui();
  const name = usePageName();
  const { sections, flow } = shown.access;
  const shownParts = parts.filter(({ section }) => sections.includes(section));
  const partOf = (chosen: string) => shownParts.find((part) => part.name === chosen);
  const open = partOf(name) ?? (flow === 'payment_method' ? partOf('methods') : undefined) ?? shownParts[0];
  if (!open) return null;
  return (
    <>
      {shownParts.length === 1 ? null : (
        <nav aria-label={t`Pages`} className="pages">
          {shownParts.map((part) => (
            <Anchor
              key={part.name}
              href={addressOfPage(part.name)}
              aria-current={part === open ? 'page' : undefined}
              onClick={followInPage}
            >
              {t(part.title)}
            </Anchor>
          ))}
        </nav>
      )}
      <Stack key={open.name} gap="xl">
        {open.show(shown)}
      </Stack>
    </>
  );
}
