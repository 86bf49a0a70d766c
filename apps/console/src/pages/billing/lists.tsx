import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Query } from '../../api/read.js';
import {
  createdFilters,
  currencyFilter,
  customerFilter,
  issuingDateFilters,
  searchFilter,
} from '../../ui/filters.js';
import { ListPage } from '../../ui/list-page.js';
import type { Tab } from '../../ui/tabs.js';
import {
  creditNoteColumns,
  invoiceColumns,
  paymentColumns,
  paymentRequestColumns,
  subscriptionColumns,
  walletColumns,
} from './columns.js';
import { paymentReceiptColumns } from '../../features/payment-receipts/columns.js';
import { customerListColumns, useSummaries } from '../../features/customers/columns.js';

const byId = ({ svc_id }: { svc_id: string }): string => svc_id;

/** A tab for all records, and one for each state. @param query the filter of a state */
const tabsOf = (
  states: readonly (readonly [string, MessageDescriptor])[],
  query: (state: string) => Query,
): readonly Tab[] => [
  { value: 'all', word: msg`All`, query: {} },
  ...states.map(([state, word]) => ({ value: state, word, query: query(state), count: state })),
];

const paymentStates = [
  ['pending', msg`Pending`],
  ['succeeded', msg`Succeeded`],
  ['failed', msg`Failed`],
] as const;
const paymentTabs = tabsOf(paymentStates, (state) => ({ payment_status: state }));

export const Customers = () => (
  <ListPage
    title={msg`Customers`}
    empty={msg`No customers yet. They appear once your product creates them through the API.`}
    call={{ path: '/customers' }}
    rowsOf={({ customers }) => customers}
    keyOf={byId}
    columns={customerListColumns}
    useRows={useSummaries}
    filters={[
      searchFilter,
      currencyFilter('currencies[]'),
      { name: 'countries[]', word: msg`Country`, kind: 'text' },
      { name: 'customer_type', word: msg`Kind`, kind: 'choice', values: ['company', 'individual'] },
      { name: 'account_type[]', word: msg`Account`, kind: 'choice', values: ['customer', 'partner'] },
      ...createdFilters,
    ]}
  />
);

const subscriptionStates = [
  ['active', msg`Active`],
  ['pending', msg`Pending`],
  ['incomplete', msg`Incomplete`],
  ['terminated', msg`Terminated`],
  ['canceled', msg`Canceled`],
] as const;
const everySubscription = { 'status[]': subscriptionStates.map(([state]) => state) };

export const Subscriptions = () => (
  <ListPage
    title={msg`Subscriptions`}
    empty={msg`No subscriptions yet. One is created when a customer subscribes to a plan.`}
    call={{ path: '/subscriptions', query: everySubscription }}
    rowsOf={({ subscriptions }) => subscriptions}
    keyOf={byId}
    columns={subscriptionColumns}
    tabs={tabsOf(subscriptionStates, (state) => ({ 'status[]': [state] }))}
    counts="status"
    filters={[
      searchFilter,
      customerFilter,
      { name: 'plan_code', word: msg`Plan`, kind: 'text' },
      currencyFilter(),
      ...createdFilters,
    ]}
  />
);

const invoiceTabs: readonly Tab[] = [
  { value: 'all', word: msg`All`, query: {} },
  { value: 'drafts', word: msg`Drafts`, query: { status: 'draft' }, count: 'draft' },
  { value: 'waiting', word: msg`Waiting for taxes`, query: { status: 'pending' }, count: 'pending' },
  {
    value: 'open',
    word: msg`Open`,
    query: { status: 'finalized', 'payment_statuses[]': ['pending', 'failed'], payment_overdue: 'false' },
  },
  { value: 'overdue', word: msg`Overdue`, query: { status: 'finalized', payment_overdue: 'true' } },
  { value: 'paid', word: msg`Paid`, query: { status: 'finalized', payment_status: 'succeeded' } },
  { value: 'voided', word: msg`Voided`, query: { status: 'voided' }, count: 'voided' },
  { value: 'failed', word: msg`Failed`, query: { status: 'failed' }, count: 'failed' },
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
        word: msg`Kind`,
        kind: 'choice',
        values: ['subscription', 'add_on', 'credit', 'one_off', 'advance_charges', 'progressive_billing'],
      },
      currencyFilter(),
      ...issuingDateFilters,
    ]}
  />
);

const creditTabs = tabsOf(
  [
    ['available', msg`Available`],
    ['consumed', msg`Consumed`],
    ['voided', msg`Voided`],
  ],
  (state) => ({ 'credit_status[]': [state] }),
);

export const CreditNotes = () => (
  <ListPage
    title={msg`Credit notes`}
    empty={msg`No credit notes yet. One is created when an invoice is corrected or a subscription ends early.`}
    call={{ path: '/credit_notes' }}
    rowsOf={({ credit_notes: notes }) => notes}
    keyOf={byId}
    columns={creditNoteColumns}
    tabs={creditTabs}
    counts="credit_status"
    filters={[
      searchFilter,
      customerFilter,
      {
        name: 'types[]',
        word: msg`Kind`,
        kind: 'choice',
        values: ['credit', 'refund', 'offset'],
        words: { credit: msg`Credit` },
      },
      {
        name: 'reason[]',
        word: msg`Reason`,
        kind: 'choice',
        values: [
          'duplicated_charge',
          'product_unsatisfactory',
          'order_change',
          'order_cancellation',
          'fraudulent_charge',
          'other',
        ],
      },
      {
        name: 'refund_status[]',
        word: msg`Refund`,
        kind: 'choice',
        values: paymentStates.map(([state]) => state),
      },
      currencyFilter(),
      ...issuingDateFilters,
    ]}
  />
);

export const Payments = () => (
  <ListPage
    title={msg`Payments`}
    empty={msg`No payments yet. They appear when customers pay their invoices.`}
    call={{ path: '/payments' }}
    rowsOf={({ payments }) => payments}
    keyOf={byId}
    columns={paymentColumns}
    tabs={paymentTabs}
    counts="payment_status"
    filters={[
      searchFilter,
      customerFilter,
      { name: 'invoice_id', word: msg`Id of an invoice`, kind: 'text' },
      ...createdFilters,
    ]}
  />
);

export const PaymentRequests = () => (
  <ListPage
    title={msg`Payment requests`}
    empty={msg`No payment requests yet. Create one to request the payment of overdue invoices.`}
    call={{ path: '/payment_requests' }}
    rowsOf={({ payment_requests: requests }) => requests}
    keyOf={byId}
    columns={paymentRequestColumns}
    tabs={paymentTabs}
    counts="payment_status"
    filters={[searchFilter, customerFilter, currencyFilter(), ...createdFilters]}
  />
);

export const PaymentReceipts = () => (
  <ListPage
    title={msg`Payment receipts`}
    empty={msg`No receipts yet. One is issued when a payment succeeds.`}
    call={{ path: '/payment_receipts' }}
    rowsOf={({ payment_receipts: receipts }) => receipts}
    keyOf={byId}
    columns={paymentReceiptColumns}
    filters={[searchFilter, { name: 'invoice_id', word: msg`Id of an invoice`, kind: 'text' }, ...createdFilters]}
  />
);

export const Wallets = () => (
  <ListPage
    title={msg`Wallets`}
    empty={msg`No wallets yet. Create one to sell or grant prepaid credits to a customer.`}
    call={{ path: '/wallets' }}
    rowsOf={({ wallets }) => wallets}
    keyOf={byId}
    columns={walletColumns}
    filters={[searchFilter, customerFilter, currencyFilter(), ...createdFilters]}
  />
);
