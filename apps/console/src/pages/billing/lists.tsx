import { msg } from '@lingui/core/macro';
import { currencyFilter, customerFilter, issuingDateFilters, searchFilter } from '../../records/filters.js';
import { ListPage, type Tab } from '../../records/list-page.js';
import {
  creditNoteColumns,
  customerColumns,
  invoiceColumns,
  paymentColumns,
  paymentRequestColumns,
  subscriptionColumns,
  walletColumns,
} from './columns.js';

const byId = ({ svc_id }: { svc_id: string }): string => svc_id;
const paymentStates = ['pending', 'succeeded', 'failed'];

export const Customers = () => (
  <ListPage
    title={msg`Customers`}
    empty={msg`Customers stand here once your product creates them.`}
    call={{ path: '/customers' }}
    rowsOf={({ customers }) => customers}
    keyOf={byId}
    columns={customerColumns}
    filters={[
      searchFilter,
      currencyFilter('currencies[]'),
      { name: 'countries[]', word: msg`Country`, kind: 'text' },
      { name: 'customer_type', word: msg`Kind`, kind: 'choice', values: ['company', 'individual'] },
      { name: 'account_type[]', word: msg`Account`, kind: 'choice', values: ['customer', 'partner'] },
    ]}
  />
);

export const Subscriptions = () => (
  <ListPage
    title={msg`Subscriptions`}
    empty={msg`Subscriptions stand here once customers have plans.`}
    call={{
      path: '/subscriptions',
      query: { 'status[]': ['pending', 'active', 'terminated', 'canceled', 'incomplete'] },
    }}
    rowsOf={({ subscriptions }) => subscriptions}
    keyOf={byId}
    columns={subscriptionColumns}
    filters={[
      {
        name: 'status[]',
        word: msg`State`,
        kind: 'choice',
        values: ['active', 'pending', 'incomplete', 'terminated', 'canceled'],
      },
      customerFilter,
      { name: 'plan_code', word: msg`Plan`, kind: 'text' },
      { name: 'external_id', word: msg`External id`, kind: 'text' },
      currencyFilter(),
    ]}
  />
);

const invoiceTabs: readonly Tab[] = [
  { value: 'all', word: msg`All`, query: {} },
  { value: 'drafts', word: msg`Drafts`, query: { status: 'draft' } },
  {
    value: 'open',
    word: msg`Open`,
    query: { status: 'finalized', 'payment_statuses[]': ['pending', 'failed'], payment_overdue: 'false' },
  },
  { value: 'overdue', word: msg`Overdue`, query: { status: 'finalized', payment_overdue: 'true' } },
  { value: 'paid', word: msg`Paid`, query: { status: 'finalized', payment_status: 'succeeded' } },
  { value: 'voided', word: msg`Voided`, query: { status: 'voided' } },
  { value: 'failed', word: msg`Failed`, query: { status: 'failed' } },
];

export const Invoices = () => (
  <ListPage
    title={msg`Invoices`}
    empty={msg`Invoices stand here once a period of a subscription ends.`}
    call={{ path: '/invoices' }}
    rowsOf={({ invoices }) => invoices}
    keyOf={byId}
    columns={invoiceColumns}
    tabs={invoiceTabs}
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

export const CreditNotes = () => (
  <ListPage
    title={msg`Credit notes`}
    empty={msg`Credit notes stand here once an invoice is corrected or a subscription ends early.`}
    call={{ path: '/credit_notes' }}
    rowsOf={({ credit_notes: notes }) => notes}
    keyOf={byId}
    columns={creditNoteColumns}
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
      { name: 'credit_status[]', word: msg`Credit`, kind: 'choice', values: ['available', 'consumed', 'voided'] },
      { name: 'refund_status[]', word: msg`Refund`, kind: 'choice', values: paymentStates },
      currencyFilter(),
      ...issuingDateFilters,
    ]}
  />
);

export const Payments = () => (
  <ListPage
    title={msg`Payments`}
    empty={msg`Payments stand here once customers pay.`}
    call={{ path: '/payments' }}
    rowsOf={({ payments }) => payments}
    keyOf={byId}
    columns={paymentColumns}
    filters={[customerFilter, { name: 'invoice_id', word: msg`Id of an invoice`, kind: 'text' }]}
  />
);

export const PaymentRequests = () => (
  <ListPage
    title={msg`Payment requests`}
    empty={msg`Payment requests stand here once you ask customers to pay what is overdue.`}
    call={{ path: '/payment_requests' }}
    rowsOf={({ payment_requests: requests }) => requests}
    keyOf={byId}
    columns={paymentRequestColumns}
    filters={[
      customerFilter,
      { name: 'payment_status', word: msg`State`, kind: 'choice', values: paymentStates },
      currencyFilter(),
    ]}
  />
);

export const Wallets = () => (
  <ListPage
    title={msg`Wallets`}
    empty={msg`Wallets stand here once customers have prepaid credits.`}
    call={{ path: '/wallets' }}
    rowsOf={({ wallets }) => wallets}
    keyOf={byId}
    columns={walletColumns}
    filters={[customerFilter, currencyFilter()]}
  />
);
