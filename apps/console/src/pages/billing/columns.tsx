import { msg } from '@lingui/core/macro';
import type {
  AppliedCoupon,
  CreditNote,
  Invoice,
  Payment,
  PaymentRequest,
  Subscription,
  Wallet,
} from '../../api/records.js';
import {
  amountColumn,
  codeColumn,
  currencyColumn,
  dayColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  wordColumn,
  type Column,
} from '../../ui/columns.js';
import { nameOf } from '../../ui/customer-name.js';
import { RecordLink } from '../../ui/record-link.js';
import { Overdue } from '../../features/invoices/overdue.js';

/** One word for how an invoice stands, of its status and its payment. */
export function stateOf(
  invoice: Pick<Invoice, 'status' | 'payment_status' | 'payment_overdue' | 'payment_dispute_lost_at'>,
): string {
  if (invoice.status !== 'finalized') return invoice.status;
  if (invoice.payment_dispute_lost_at) return 'disputed';
  if (invoice.payment_status === 'succeeded') return 'paid';
  if (invoice.payment_overdue) return 'overdue';
  return invoice.payment_status === 'failed' ? 'failed' : 'open';
}

const customerOf = <Row extends { external_customer_id: string }>(): Column<Row> =>
  linkColumn(msg`Customer`, 'customer', (row) => row.external_customer_id);

const subscriptionFacts: readonly Column<Subscription>[] = [
  stateColumn(msg`State`, (row) => row.status),
  linkColumn(msg`Plan`, 'plan', (row) => row.plan_code),
  wide(
    moneyColumn(
      msg`Plan amount`,
      (row) => row.plan_amount_cents,
      (row) => row.plan_amount_currency,
    ),
  ),
  currencyColumn((row) => row.plan_amount_currency),
  wide(
    sortable(
      'subscription_at',
      instantColumn(msg`Started`, (row) => row.started_at),
    ),
  ),
  wide(instantColumn(msg`Period ends`, (row) => row.current_billing_period_ending_at)),
];
/** Several subscriptions may have had one external id, so the address has the state. */
const subscriptionLink: Column<Subscription> = {
  word: msg`Subscription`,
  cell: (row) => (
    <RecordLink place="subscription" id={row.external_id} search={{ status: row.status }}>
      {row.name || row.external_id}
    </RecordLink>
  ),
  csv: (row) => row.name || row.external_id,
};
/** Of one customer. */
export const ownSubscriptionColumns = [subscriptionLink, ...subscriptionFacts];
export const subscriptionColumns = [subscriptionLink, wide(customerOf<Subscription>()), ...subscriptionFacts];

const invoiceLink = linkColumn<Invoice>(
  msg`Number`,
  'invoice',
  (row) => row.svc_id,
  (row) => row.number,
);
/** How an invoice stands; for an overdue one, since when. */
const invoiceState = stateColumn<Invoice>(msg`State`, stateOf, (row) =>
  stateOf(row) === 'overdue' ? <Overdue dueOn={row.payment_due_date} zone={row.customer.applicable_timezone} /> : null,
);
const invoiceFacts: readonly Column<Invoice>[] = [
  invoiceState,
  wide(wordColumn(msg`Kind`, (row) => row.invoice_type)),
  wide(
    sortable(
      'issuing_date',
      dayColumn(msg`Issued`, (row) => row.issuing_date),
    ),
  ),
  wide(
    sortable(
      'payment_due_date',
      dayColumn(msg`Due on`, (row) => row.payment_due_date),
    ),
  ),
  currencyColumn((row) => row.currency),
  wide(
    moneyColumn(
      msg`Due`,
      (row) => row.total_due_amount_cents,
      (row) => row.currency,
    ),
  ),
  sortable(
    'total_amount_cents',
    moneyColumn(
      msg`Total`,
      (row) => row.total_amount_cents,
      (row) => row.currency,
    ),
  ),
];
/** Of one customer. */
export const ownInvoiceColumns = [invoiceLink, ...invoiceFacts];
export const invoiceColumns = [
  invoiceLink,
  wide(
    linkColumn<Invoice>(
      msg`Customer`,
      'customer',
      (row) => row.customer.external_id,
      (row) => nameOf(row.customer),
    ),
  ),
  ...invoiceFacts,
];

export const creditNoteColumns: readonly Column<CreditNote>[] = [
  linkColumn(
    msg`Number`,
    'creditNote',
    (row) => row.svc_id,
    (row) => row.number,
  ),
  wide(
    linkColumn(
      msg`Customer`,
      'customer',
      (row) => row.customer.external_id,
      (row) => nameOf(row.customer),
    ),
  ),
  wide(
    linkColumn(
      msg`Invoice`,
      'invoice',
      (row) => row.svc_invoice_id,
      (row) => row.invoice_number,
    ),
  ),
  stateColumn(msg`Credit`, (row) => row.credit_status),
  wide(stateColumn(msg`Refund`, (row) => row.refund_status)),
  wide(wordColumn(msg`Reason`, (row) => row.reason)),
  wide(
    sortable(
      'issuing_date',
      dayColumn(msg`Issued`, (row) => row.issuing_date),
    ),
  ),
  currencyColumn((row) => row.currency),
  wide(
    moneyColumn(
      msg`Balance`,
      (row) => row.balance_amount_cents,
      (row) => row.currency,
    ),
  ),
  sortable(
    'total_amount_cents',
    moneyColumn(
      msg`Total`,
      (row) => row.total_amount_cents,
      (row) => row.currency,
    ),
  ),
];

export const paymentColumns: readonly Column<Payment>[] = [
  linkColumn(
    msg`Payment`,
    'payment',
    (row) => row.svc_id,
    (row) => row.reference || row.svc_id,
  ),
  stateColumn(msg`State`, (row) => row.payment_status),
  wide(customerOf<Payment>()),
  wide(textColumn(msg`Invoices`, (row) => row.invoice_numbers.join(', '))),
  wide(wordColumn(msg`Kind`, (row) => row.type)),
  wide(codeColumn(msg`Provider`, (row) => row.payment_provider_code)),
  wide(
    sortable(
      'created_at',
      instantColumn(msg`Created`, (row) => row.created_at),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];

export const paymentRequestColumns: readonly Column<PaymentRequest>[] = [
  linkColumn(
    msg`Payment request`,
    'paymentRequest',
    (row) => row.svc_id,
    (row) => row.svc_id.slice(0, 8),
  ),
  linkColumn(
    msg`Customer`,
    'customer',
    (row) => row.customer.external_id,
    (row) => nameOf(row.customer),
  ),
  stateColumn(msg`State`, (row) => row.payment_status),
  wide(textColumn(msg`E-mail`, (row) => row.email)),
  wide(unitsColumn(msg`Invoices`, (row) => row.invoices.length)),
  wide(
    sortable(
      'created_at',
      instantColumn(
        msg`Created`,
        (row) => row.created_at,
        (row) => row.customer.applicable_timezone,
      ),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];

const walletLink = linkColumn<Wallet>(
  msg`Wallet`,
  'wallet',
  (row) => row.svc_id,
  (row) => row.name || row.code,
);
const walletFacts: readonly Column<Wallet>[] = [
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Priority`, (row) => row.priority)),
  wide(instantColumn(msg`Expires`, (row) => row.expiration_at)),
  wide(unitsColumn(msg`Credits`, (row) => row.credits_balance)),
  currencyColumn((row) => row.currency),
  sortable(
    'balance_cents',
    moneyColumn(
      msg`Balance`,
      (row) => row.balance_cents,
      (row) => row.currency,
    ),
  ),
  wide(
    moneyColumn(
      msg`Ongoing balance`,
      (row) => row.ongoing_balance_cents,
      (row) => row.currency,
    ),
  ),
];
/** Of one customer. */
export const ownWalletColumns = [walletLink, ...walletFacts];
export const walletColumns = [walletLink, customerOf<Wallet>(), ...walletFacts];

export const appliedCouponColumns: readonly Column<AppliedCoupon>[] = [
  linkColumn(
    msg`Coupon`,
    'coupon',
    (row) => row.coupon_code,
    (row) => row.coupon_name,
  ),
  stateColumn(msg`State`, (row) => row.status),
  wide(wordColumn(msg`Frequency`, (row) => row.frequency)),
  wide(unitsColumn(msg`Percent`, (row) => row.percentage_rate)),
  wide(amountColumn()),
  moneyColumn(
    msg`Remaining`,
    (row) => row.amount_cents_remaining,
    (row) => row.amount_currency,
  ),
];

interface AppliedTax {
  tax_name: string | null;
  tax_code: string | null;
  tax_rate: number | null;
  amount_cents: number | null;
  amount_currency: string | null;
}

/** Taxes of a document. @param base the taxed amount, in cents */
export const taxColumnsOf = <Tax extends AppliedTax>(base: (row: Tax) => number | null): readonly Column<Tax>[] => [
  textColumn(msg`Tax`, (row) => row.tax_name),
  wide(codeColumn(msg`Code`, (row) => row.tax_code)),
  unitsColumn(msg`Tax %`, (row) => row.tax_rate),
  wide(moneyColumn(msg`Of`, base, (row) => row.amount_currency)),
  amountColumn(),
];
