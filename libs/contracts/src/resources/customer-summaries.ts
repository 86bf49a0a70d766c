import { z } from 'zod';
import { cents, date, decimalString, id } from '../http/fields.js';
import { query, queryTexts, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { invoicePaymentStatuses, visibleInvoiceStatuses } from './invoices.js';

/** An amount in one currency. */
export const CurrencyAmount = z.object({ currency: z.string(), amount_cents: cents() });
export type CurrencyAmount = z.infer<typeof CurrencyAmount>;

/** The amount due of some invoices in one currency. */
export const DueAmount = CurrencyAmount.extend({ invoices_count: z.int() });
export type DueAmount = z.infer<typeof DueAmount>;

/** The balance of the active wallets of a customer in one currency. */
export const WalletsBalance = CurrencyAmount.extend({ credits: decimalString() });
export type WalletsBalance = z.infer<typeof WalletsBalance>;

/** An invoice in a summary. */
export const InvoiceSummary = z.object({
  svc_id: id(),
  number: z.string(),
  issuing_date: date(),
  status: z.enum(visibleInvoiceStatuses),
  payment_status: z.enum(invoicePaymentStatuses),
  payment_overdue: z.boolean(),
  currency: z.string(),
  total_amount_cents: cents(),
});
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

/** The subscriptions of a customer. */
export const SubscriptionFigures = z.object({
  active_count: z.int(),
  /** Prices of the plans of active subscriptions, by month, before coupons and taxes. */
  mrr: z.array(CurrencyAmount),
});
export type SubscriptionFigures = z.infer<typeof SubscriptionFigures>;

/** The invoices of a customer, without self-billed ones in the amounts. */
export const InvoiceFigures = z.object({
  /** Final invoices that are not paid and not in a lost dispute. */
  open: z.array(DueAmount),
  /** Those of them that are overdue. */
  overdue: z.array(DueAmount),
  last: InvoiceSummary.nullable(),
});
export type InvoiceFigures = z.infer<typeof InvoiceFigures>;

/** The active wallets of a customer. */
export const WalletsFigures = z.object({ active_count: z.int(), balances: z.array(WalletsBalance) });
export type WalletsFigures = z.infer<typeof WalletsFigures>;

/** The final credit notes of a customer. */
export const CreditNoteFigures = z.object({
  by_credit_status: z.record(z.string(), z.int()),
  available: z.array(CurrencyAmount),
});
export type CreditNoteFigures = z.infer<typeof CreditNoteFigures>;

/** The figures of a customer in a list. A part is null where the caller may not view its objects. */
export const CustomerSummary = z.object({
  svc_id: id(),
  external_id: z.string(),
  name: z.string().nullable(),
  subscriptions: SubscriptionFigures.nullable(),
  invoices: InvoiceFigures.nullable(),
  wallets: WalletsFigures.nullable(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

/** The number of objects in each state. */
const counts = () => z.record(z.string(), z.int());

/** The figures of a customer on its own page. A part is null where the caller may not view its objects. */
export const CustomerOverview = CustomerSummary.extend({
  subscriptions_by_status: counts().nullable(),
  invoices_by_status: counts().nullable(),
  credit_notes: CreditNoteFigures.nullable(),
  /** The latest first. */
  recent_invoices: z.array(InvoiceSummary).nullable(),
});
export type CustomerOverview = z.infer<typeof CustomerOverview>;

export const CustomerSummaryQuery = query({ external_ids: queryTexts() });
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
