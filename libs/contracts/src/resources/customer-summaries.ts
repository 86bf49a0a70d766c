import { z } from 'zod';
import { cents, date, decimalString } from '../http/fields.js';
import { query, queryTexts, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, svcId, texts } from '../http/texts.js';
import { invoicePaymentStatuses, visibleInvoiceStatuses } from './invoices.js';

/** An amount in one currency. */
export const CurrencyAmount = shape('An amount in one currency', {
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
});
export type CurrencyAmount = z.infer<typeof CurrencyAmount>;

/** The amount due of some invoices in one currency. */
export const DueAmount = described(
  CurrencyAmount.extend({ invoices_count: described(z.int(), 'Number of invoices', 12) }),
  'The amount due of some invoices in one currency',
);
export type DueAmount = z.infer<typeof DueAmount>;

/** The balance of the active wallets of a customer in one currency. */
export const WalletsBalance = described(
  CurrencyAmount.extend({
    credits: described(decimalString(), 'Credits of these wallets together, decimal text', '25.5'),
  }),
  'The balance of the active wallets of a customer in one currency',
);
export type WalletsBalance = z.infer<typeof WalletsBalance>;

/** An invoice in a summary. */
export const InvoiceSummary = shape('An invoice in a summary', {
  svc_id: svcId(),
  number: described(z.string(), ...texts.documentNumber),
  issuing_date: described(date(), ...texts.issuingDate),
  status: described(z.enum(visibleInvoiceStatuses), ...texts.state),
  payment_status: described(z.enum(invoicePaymentStatuses), ...texts.paymentStatus),
  payment_overdue: described(z.boolean(), 'Whether its due date has passed without payment'),
  currency: described(z.string(), ...texts.currency),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
});
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

/** The subscriptions of a customer. */
export const SubscriptionFigures = shape('The subscriptions of a customer; null where the caller may not view them', {
  active_count: described(z.int(), 'Number of active subscriptions', 2),
  /** Prices of the plans of active subscriptions, by month, before coupons and taxes. */
  mrr: z.array(CurrencyAmount),
});
export type SubscriptionFigures = z.infer<typeof SubscriptionFigures>;

/** The invoices of a customer, without self-billed ones in the amounts. */
export const InvoiceFigures = shape('The invoices of a customer; null where the caller may not view them', {
  /** Final invoices that are not paid and not in a lost dispute. */
  open: z.array(DueAmount),
  /** Those of them that are overdue. */
  overdue: z.array(DueAmount),
  last: InvoiceSummary.nullable(),
});
export type InvoiceFigures = z.infer<typeof InvoiceFigures>;

/** The active wallets of a customer. */
export const WalletsFigures = shape('The active wallets of a customer; null where the caller may not view them', {
  active_count: described(z.int(), 'Number of active subscriptions', 2),
  balances: z.array(WalletsBalance),
});
export type WalletsFigures = z.infer<typeof WalletsFigures>;

/** The final credit notes of a customer. */
export const CreditNoteFigures = shape(
  'The final credit notes of a customer; null where the caller may not view them',
  {
    by_credit_status: described(
      z.record(z.string(), z.int()),
      'Number of credit notes by the state of their credit',
      'available=1',
    ),
    available: z.array(CurrencyAmount),
  },
);
export type CreditNoteFigures = z.infer<typeof CreditNoteFigures>;

/** The figures of a customer in a list. A part is null where the caller may not view its objects. */
export const CustomerSummary = shape('A summary of a customer for lists', {
  svc_id: svcId(),
  external_id: described(z.string(), ...texts.externalId),
  name: described(z.string().nullable(), ...texts.name),
  subscriptions: SubscriptionFigures.nullable(),
  invoices: InvoiceFigures.nullable(),
  wallets: WalletsFigures.nullable(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

/** The number of objects in each state. */
const counts = () => z.record(z.string(), z.int());

/** The figures of a customer on its own page. A part is null where the caller may not view its objects. */
export const CustomerOverview = described(
  CustomerSummary.extend({
    subscriptions_by_status: described(
      counts().nullable(),
      'Number of subscriptions by state; null where the caller may not view them',
      'active=2',
    ),
    invoices_by_status: described(
      counts().nullable(),
      'Number of invoices by state; null where the caller may not view them',
      'finalized=12',
    ),
    credit_notes: CreditNoteFigures.nullable(),
    /** The latest first. */
    recent_invoices: z.array(InvoiceSummary).nullable(),
  }),
  'A summary of a customer for its page',
);
export type CustomerOverview = z.infer<typeof CustomerOverview>;

export const CustomerSummaryQuery = query({
  external_ids: described(queryTexts(), 'Identifiers that the organization assigned', 'acme'),
});
export type CustomerSummaryQuery = QueryInput<typeof CustomerSummaryQuery>;

const shared = { service: 'invoicing', permission: 'customer', method: 'GET' } as const;

export const customerSummaryRoutes = {
  list: route({
    ...shared,
    path: '/customer_summaries',
    summary: 'Summarize customers: subscriptions, amounts due, last invoice, wallets',
    query: CustomerSummaryQuery,
    answer: { customer_summaries: z.array(CustomerSummary) },
  }),
  overview: route({
    ...shared,
    path: '/customers/:external_customer_id/overview',
    summary: 'Summarize a customer, with counts by state and the latest invoices',
    answer: { customer_overview: CustomerOverview },
  }),
};
