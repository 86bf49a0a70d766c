import { useState } from 'react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useMembership } from '../frame/membership.js';
import { Icon, type IconName } from './icons.js';

interface Item {
  label: MessageDescriptor;
  to: NonNullable<LinkProps['to']>;
  /** The page is hidden without it. */
  permission?: string;
  /** The key that opens the page, after `g`. */
  key?: string;
  icon?: IconName;
}

interface Group {
  label: MessageDescriptor | null;
  /** Of a group whose items have none. */
  icon?: IconName;
  items: readonly Item[];
}

/** The pages of an organization. */
export const groups: readonly Group[] = [
  {
    label: null,
    items: [
      { label: msg`Overview`, to: '/$organization', key: 'o', icon: 'overview' },
      {
        label: msg`Analytics`,
        to: '/$organization/analytics',
        permission: 'analytics:view',
        key: 'a',
        icon: 'analytics',
      },
      {
        label: msg`Close of the month`,
        to: '/$organization/close',
        permission: 'invoices:view',
        key: 'd',
        icon: 'close',
      },
    ],
  },
  {
    label: msg`Billing`,
    items: [
      {
        label: msg`Customers`,
        to: '/$organization/customers',
        permission: 'customers:view',
        key: 'c',
        icon: 'customers',
      },
      {
        label: msg`Subscriptions`,
        to: '/$organization/subscriptions',
        permission: 'subscriptions:view',
        key: 's',
        icon: 'subscriptions',
      },
      { label: msg`Invoices`, to: '/$organization/invoices', permission: 'invoices:view', key: 'i', icon: 'invoices' },
      {
        label: msg`Credit notes`,
        to: '/$organization/credit-notes',
        permission: 'credit_notes:view',
        key: 'n',
        icon: 'creditNotes',
      },
    ],
  },
  {
    label: msg`Money`,
    items: [
      { label: msg`Payments`, to: '/$organization/payments', permission: 'payments:view', key: 'p', icon: 'payments' },
      {
        label: msg`Payment requests`,
        to: '/$organization/payment-requests',
        permission: 'payments:view',
        key: 'r',
        icon: 'requests',
      },
      {
        label: msg`Payment receipts`,
        to: '/$organization/payment-receipts',
        permission: 'invoices:view',
        icon: 'receipts',
      },
      { label: msg`E-mails`, to: '/$organization/emails', permission: 'invoices:view', icon: 'requests' },
      { label: msg`Wallets`, to: '/$organization/wallets', permission: 'customers:view', key: 'w', icon: 'wallets' },
      { label: msg`Acts on many`, to: '/$organization/bulk-acts', permission: 'invoices:view', icon: 'requests' },
    ],
  },
  {
    label: msg`Catalog`,
    icon: 'catalog',
    items: [
      { label: msg`Plans`, to: '/$organization/catalog/plans', permission: 'plans:view', key: 'l' },
      { label: msg`Plan migrations`, to: '/$organization/catalog/plan-migrations', permission: 'plans:view' },
      { label: msg`Price tests`, to: '/$organization/catalog/price-tests', permission: 'plans:view' },
      { label: msg`Metrics`, to: '/$organization/catalog/metrics', permission: 'billable_metrics:view', key: 'm' },
      { label: msg`Features`, to: '/$organization/catalog/features', permission: 'features:view' },
      { label: msg`Add-ons`, to: '/$organization/catalog/add-ons', permission: 'addons:view' },
      { label: msg`Coupons`, to: '/$organization/catalog/coupons', permission: 'coupons:view' },
      { label: msg`Taxes`, to: '/$organization/catalog/taxes', permission: 'organization:taxes:view' },
    ],
  },
  {
    label: msg`Developers`,
    icon: 'developers',
    items: [
      { label: msg`Events`, to: '/$organization/developers/events', permission: 'developers:manage', key: 'e' },
      {
        label: msg`Event errors`,
        to: '/$organization/developers/event-errors',
        permission: 'developers:manage',
      },
      {
        label: msg`Event sources`,
        to: '/$organization/developers/event-sources',
        permission: 'developers:manage',
      },
      {
        label: msg`Backfills`,
        to: '/$organization/developers/event-backfills',
        permission: 'developers:manage',
      },
      { label: msg`Webhooks`, to: '/$organization/developers/webhooks', permission: 'developers:manage', key: 'h' },
      {
        label: msg`API keys`,
        to: '/$organization/developers/api-keys',
        permission: 'developers:keys:manage',
      },
      { label: msg`API log`, to: '/$organization/developers/api-logs', permission: 'developers:manage' },
      { label: msg`Activity`, to: '/$organization/developers/activity', permission: 'audit_logs:view' },
      { label: msg`Exports`, to: '/$organization/developers/exports', permission: 'invoices:view' },
      {
        label: msg`Scheduled exports`,
        to: '/$organization/developers/export-schedules',
        permission: 'invoices:view',
      },
      { label: msg`Buckets`, to: '/$organization/developers/export-destinations', permission: 'invoices:view' },
    ],
  },
  {
    label: msg`Settings`,
    icon: 'settings',
    items: [
      { label: msg`Organization`, to: '/$organization/settings/organization', permission: 'organization:view' },
      {
        label: msg`Billing entities`,
        to: '/$organization/settings/billing-entities',
        permission: 'billing_entities:view',
      },
      {
        label: msg`Invoice sections`,
        to: '/$organization/settings/invoice-sections',
        permission: 'invoice_custom_sections:view',
      },
      {
        label: msg`Dunning campaigns`,
        to: '/$organization/settings/dunning-campaigns',
        permission: 'dunning_campaigns:view',
      },
      {
        label: msg`Payment providers`,
        to: '/$organization/settings/payment-providers',
        permission: 'organization:integrations:view',
      },
      {
        label: msg`Tax engines`,
        to: '/$organization/settings/tax-engines',
        permission: 'organization:integrations:view',
      },
      {
        label: msg`Accounting`,
        to: '/$organization/settings/accounting',
        permission: 'organization:integrations:view',
      },
      { label: msg`People`, to: '/$organization/settings/people', permission: 'organization:members:view' },
      {
        label: msg`Invitations`,
        to: '/$organization/settings/invitations',
        permission: 'organization:members:view',
      },
      { label: msg`Roles`, to: '/$organization/settings/roles', permission: 'roles:view' },
      {
        label: msg`Texts on documents`,
        to: '/$organization/settings/document-texts',
        permission: 'billing_entities:view',
      },
      { label: msg`Retention`, to: '/$organization/settings/retention', permission: 'organization:view' },
      { label: msg`Ways to sign in`, to: '/$organization/settings/sign-in', permission: 'authentication_methods:view' },
    ],
  },
];

/** The pages that the person may read, by group. */
export function useGroups(): readonly Group[] {
  const { may } = useMembership();
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ permission }) => permission === undefined || may(permission)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The event by which the button of the search opens it. */
export const searchOpened = 'tollgate-search';

/** The way to the pages, at the left; on a narrow screen behind a button. */
export function Navigation() {
  const { t } = useLingui();
  const { path } = useMembership();
  const shown = useGroups();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className="navigation" aria-label={t`Pages of the organization`} data-open={isOpen || undefined}>
      <button type="button" className="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        ☰ {t`Menu`}
      </button>
      <div className="groups">
        <button type="button" className="find" onClick={() => window.dispatchEvent(new Event(searchOpened))}>
          {t`Search everything`} <kbd>⌘K</kbd>
        </button>
        {shown.map(({ label, icon, items }) => (
          <div key={label?.id ?? ''} role="group" aria-label={label ? t(label) : t`Overview`}>
            {label ? (
              <p>
                {icon ? <Icon name={icon} /> : null}
                {t(label)}
              </p>
            ) : null}
            {items.map((item) => (
              <Link
                key={item.to}
                to={item.to}
                params={{ organization: path } as never}
                activeOptions={{ exact: item.to === '/$organization', includeSearch: false }}
                onClick={() => setOpen(false)}
              >
                {item.icon ? <Icon name={item.icon} /> : null}
                {t(item.label)}
              </Link>
            ))}
          </div>
        ))}
      </div>
    </nav>
  );
}
