import { msg } from '@lingui/core/macro';
import { Create } from '../../acts/acts.js';
import { bulkBarOf } from '../../bulk/bar-of.js';
import {
  amountFilters,
  currencyFilter,
  customerFilter,
  issuingDateFilters,
  searchFilter,
  selfBilledFilter,
  type Filter,
} from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import { byId } from '../../ui/record-keys.js';
import type { Tab } from '../../ui/tabs.js';
import { invoiceColumns } from './columns.js';
import { createInvoice } from './creations.js';

/** The tabs by the state of invoices, with their names in addresses. */
const states = [
  ['drafts', 'draft', msg`Drafts`],
  ['waiting', 'pending', msg`Waiting for taxes`],
  ['open', 'open', msg`Open`],
  ['overdue', 'overdue', msg`Overdue`],
  ['paid', 'paid', msg`Paid`],
  ['disputed', 'disputed', msg`Dispute lost`],
  ['voided', 'voided', msg`Voided`],
  ['failed', 'failed', msg`Failed`],
] as const;

const invoiceTabs: readonly Tab[] = [
  { value: 'all', label: msg`All`, query: {} },
  ...states.map(([value, state, label]) => ({ value, label, query: { state }, count: state })),
];

const rareFilters: readonly Filter[] = [
  {
    name: 'states[]',
    label: msg`States`,
    kind: 'choice',
    values: ['open,overdue', 'open,overdue,paid'],
    texts: { 'open,overdue': msg`Unpaid`, 'open,overdue,paid': msg`Issued` },
    isRare: true,
  },
  { name: 'payment_due_date_from', label: msg`Due from`, kind: 'date', isRare: true },
  { name: 'payment_due_date_to', label: msg`Due until`, kind: 'date', isRare: true },
  selfBilledFilter,
];

const BulkBar = bulkBarOf('invoices');

export const Invoices = () => (
  <ListPage
    create={<Create acts={[createInvoice]} />}
    title={msg`Invoices`}
    empty={msg`No invoices yet. The first one is created when a billing period ends.`}
    call={{ path: '/invoices' }}
    rowsOf={({ invoices }) => invoices}
    keyOf={byId}
    Selected={BulkBar}
    columns={invoiceColumns}
    tabs={invoiceTabs}
    counts="state"
    hasSums
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
      ...amountFilters,
      ...issuingDateFilters,
      ...rareFilters,
    ]}
  />
);
