import { msg } from '@lingui/core/macro';
import { currencyFilter, customerFilter, issuingDateFilters, searchFilter } from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import type { Tab } from '../../ui/tabs.js';
import { invoiceColumns } from './columns.js';

const invoiceTabs: readonly Tab[] = [
  { value: 'all', label: msg`All`, query: {} },
  { value: 'drafts', label: msg`Drafts`, query: { status: 'draft' }, count: 'draft' },
  { value: 'waiting', label: msg`Waiting for taxes`, query: { status: 'pending' }, count: 'pending' },
  {
    value: 'open',
    label: msg`Open`,
    query: { status: 'finalized', 'payment_statuses[]': ['pending', 'failed'], payment_overdue: 'false' },
  },
  { value: 'overdue', label: msg`Overdue`, query: { status: 'finalized', payment_overdue: 'true' } },
  { value: 'paid', label: msg`Paid`, query: { status: 'finalized', payment_status: 'succeeded' } },
  { value: 'voided', label: msg`Voided`, query: { status: 'voided' }, count: 'voided' },
  { value: 'failed', label: msg`Failed`, query: { status: 'failed' }, count: 'failed' },
];

export const Invoices = () => (
  <ListPage
    title={msg`Invoices`}
    empty={msg`No invoices yet. The first one is created when a billing period ends.`}
    call={{ path: '/invoices' }}
    rowsOf={({ invoices }) => invoices}
    keyOf={byId}
    columns={invoiceColumns}
    tabs={invoiceTabs}
    counts="status"
    filters={[
      searchFilter,
      customerFilter,
      {
        name: 'invoice_type',
        label: msg`Kind`,
        kind: 'choice',
        values: ['subscription', 'add_on', 'credit', 'one_off', 'advance_charges', 'progressive_billing'],
      },
      currencyFilter(),
      ...issuingDateFilters,
    ]}
  />
);
