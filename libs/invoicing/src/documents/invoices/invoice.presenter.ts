import type {
  BillingPeriod,
  Invoice,
  InvoiceAppliedTax,
  InvoiceFilters,
  InvoiceMetadata,
  IssuedInvoice,
  ListedInvoice,
  SingleInvoice,
  Subscription,
} from '@tollgate/contracts';
import {
  groupBy,
  isoSeconds,
  isoSecondsOrNull,
  pageAddress,
  required,
  signedAddress,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { readSubscriptionNames, readSubscriptionResources } from '@tollgate/subscription/reader';
import { creditsOfInvoices } from '../../model/credit-notes/credit-notes.repository.js';
import { presentCredits } from '../credit-notes/credits.presenter.js';
import { errorsOfInvoices } from '../../model/errors/invoice-errors.repository.js';
import { presentFee } from '../fees/fee.presenter.js';
import { presentAppliedThreshold } from '../../model/progressive/applied-thresholds.repository.js';
import { feesOfInvoices } from '../../model/fees/fees.repository.js';
import { presentAppliedSection } from '../../model/invoices/custom-sections.repository.js';
import type { InvoiceMetadataRow } from '../../model/invoices/invoice-metadata.repository.js';
import {
  billingPeriodsOf,
  type BillingPeriodRow,
  type InvoiceRow,
  type InvoiceTaxRow,
} from '../../model/invoices/invoices.repository.js';
import { centsNumber } from '@tollgate/rating';
import { readInvoiceParts, type InvoiceParts } from './invoice-parts.js';

/** Presents invoices as lists show them, in the same order. */
export async function presentInvoices(transaction: TenantTransaction, rows: InvoiceRow[]): Promise<Invoice[]> {
  const parts = await readInvoiceParts(transaction, rows);
  return rows.map((row) => presentRow(row, required(parts, row.id, 'parts of an invoice')));
}

/** An invoice with its parts, as lists show it. */
const presentRow = (row: InvoiceRow, parts: InvoiceParts): Invoice => ({
  svc_id: row.id,
  billing_entity_code: parts.billingEntityCode,
  sequential_id: row.sequential_id,
  number: row.number,
  issuing_date: row.issuing_date,
  payment_due_date: row.payment_due_date,
  net_payment_term: row.net_payment_term,
  invoice_type: row.invoice_type,
  status: row.status as Invoice['status'],
  payment_status: row.payment_status,
  payment_dispute_lost_at: isoSecondsOrNull(row.payment_dispute_lost_at),
  payment_overdue: row.payment_overdue,
  currency: row.currency,
  fees_amount_cents: centsNumber(row.fees_amount_cents),
  coupons_amount_cents: centsNumber(row.coupons_amount_cents),
  credit_notes_amount_cents: centsNumber(row.credit_notes_amount_cents),
  sub_total_excluding_taxes_amount_cents: centsNumber(row.sub_total_excluding_taxes_amount_cents),
  taxes_amount_cents: centsNumber(row.taxes_amount_cents),
  sub_total_including_taxes_amount_cents: centsNumber(row.sub_total_including_taxes_amount_cents),
  prepaid_credit_amount_cents: centsNumber(row.prepaid_credit_amount_cents),
  prepaid_granted_credit_amount_cents: centsOrNull(row.prepaid_granted_credit_amount_cents),
  prepaid_purchased_credit_amount_cents: centsOrNull(row.prepaid_purchased_credit_amount_cents),
  progressive_billing_credit_amount_cents: centsNumber(row.progressive_billing_credit_amount_cents),
  total_amount_cents: centsNumber(row.total_amount_cents),
  total_due_amount_cents:
    row.status === 'voided' ? 0 : centsNumber(row.total_amount_cents - row.total_paid_amount_cents - parts.offset),
  total_paid_amount_cents: centsNumber(row.total_paid_amount_cents),
  total_offsetted_credit_note_amount_cents: centsNumberparts.offset,
  version_number: 4,
  self_billed: row.self_billed,
  purchase_order_number: row.purchase_order_number,
  file_url: row.file && signedAddress(row.file, Date.now()),
  xml_url: row.xml_file && signedAddress(row.xml_file, Date.now()),
  web_url: row.file && pageAddress(row.file),
  voided_at: isoSecondsOrNull(row.voided_at),
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
  customer: parts.customer,
  metadata: parts.metadata.map(presentMetadata),
  applied_taxes: parts.taxes.map((tax) => presentTax(tax, row.currency)),
  applied_invoice_custom_sections: parts.sections.map(presentAppliedSection),
  applied_usage_thresholds: parts.thresholds.map(presentAppliedThreshold),
});

/** Presents invoices as lists show them, with the requested members: a statement or two for each. */
export async function presentListed(
  transaction: TenantTransaction,
  rows: InvoiceRow[],
  expand: InvoiceFilters['expand'] = [],
): Promise<ListedInvoice[]> {
  const ids = rows.map(({ id }) => id);
  const invoices = await presentInvoices(transaction, rows);
  const periods = expand.includes('billing_periods') ? await periodsOf(transaction, ids) : null;
  const errors = expand.includes('error_details') ? await errorsOfInvoices(transaction, ids) : null;
  return invoices.map((invoice) => ({
    ...invoice,
    ...(periods ? { billing_periods: periods.get(invoice.svc_id) ?? [] } : {}),
    ...(errors ? { error_details: errors.get(invoice.svc_id) ?? [] } : {}),
  }));
}

async function periodsOf(transaction: TenantTransaction, ids: string[]): Promise<Map<string, BillingPeriod[]>> {
  const periods = await billingPeriodsOf(transaction, ids);
  const names = await readSubscriptionNames(transaction, [...new Set(periods.map((period) => period.subscription_id))]);
  const byInvoice = groupBy(periods, (period) => period.invoice_id);
  return new Map([...byInvoice].map(([id, own]) => [id, own.map((period) => presentPeriod(period, names))]));
}

/**
 * Presents invoices with their periods, fees and subscriptions, in the same order. The number of queries does not grow
 * with them.
 */
export async function presentInvoicesInFull(
  transaction: TenantTransaction,
  rows: InvoiceRow[],
  now: Instant,
): Promise<SingleInvoice[]> {
  const ids = rows.map(({ id }) => id);
  const invoices = await presentInvoices(transaction, rows);
  const periods = await billingPeriodsOf(transaction, ids);
  const subscriptionIds = [...new Set(periods.map((period) => period.subscription_id))];
  const names = await readSubscriptionNames(transaction, subscriptionIds);
  const fees = groupBy(await feesOfInvoices(transaction, ids), (fee) => fee.invoice_id ?? '');
  const credits = groupBy(
    await presentCredits(transaction, await creditsOfInvoices(transaction, ids)),
    (credit) => credit.invoice.svc_id,
  );
  const subscriptions = subscriptionsByInvoice(
    await readSubscriptionResources(transaction, subscriptionIds, now),
    periods,
  );
  const periodsByInvoice = groupBy(periods, (period) => period.invoice_id);
  const errors = await errorsOfInvoices(transaction, ids);
  return invoices.map((invoice) => ({
    ...invoice,
    billing_periods: (periodsByInvoice.get(invoice.svc_id) ?? []).map((period) => presentPeriod(period, names)),
    credits: credits.get(invoice.svc_id) ?? [],
    fees: (fees.get(invoice.svc_id) ?? []).map((fee) =>
      presentFee(fee, {
        externalCustomerId: invoice.customer.external_id,
        externalSubscriptionId: names.get(fee.subscription_id ?? '') ?? null,
      }),
    ),
    subscriptions: subscriptions.get(invoice.svc_id) ?? [],
    error_details: errors.get(invoice.svc_id) ?? [],
  }));
}

/** The subscriptions that each invoice bills, in their order. */
function subscriptionsByInvoice(
  subscriptions: Subscription[],
  periods: BillingPeriodRow[],
): Map<string, Subscription[]> {
  const periodsOfSubscription = groupBy(periods, (period) => period.subscription_id);
  const billed = subscriptions.flatMap((subscription) => {
    const own = periodsOfSubscription.get(subscription.svc_id) ?? [];
    return [...new Set(own.map((period) => period.invoice_id))].map((invoiceId) => ({ invoiceId, subscription }));
  });
  return new Map(
    [...groupBy(billed, ({ invoiceId }) => invoiceId)].map(([id, own]) => [
      id,
      own.map(({ subscription }) => subscription),
    ]),
  );
}

/** Presents one invoice with its periods, fees and subscriptions. */
export async function presentInvoice(
  transaction: TenantTransaction,
  row: InvoiceRow,
  now: Instant,
): Promise<SingleInvoice> {
  const [invoice] = await presentInvoicesInFull(transaction, [row], now);
  return invoice as SingleInvoice;
}

/** Presents an invoice that was just issued, even if it is hidden by that (invoices, section 9.3). */
export async function presentIssued(
  transaction: TenantTransaction,
  row: InvoiceRow,
  now: Instant,
): Promise<IssuedInvoice> {
  return { ...(await presentInvoice(transaction, row, now)), status: row.status as IssuedInvoice['status'] };
}

const presentPeriod = (period: BillingPeriodRow, names: Map<string, string>): BillingPeriod => ({
  svc_subscription_id: period.subscription_id,
  external_subscription_id: names.get(period.subscription_id) ?? '',
  svc_plan_id: period.plan_id,
  subscription_from_datetime: isoSeconds(period.subscription_from),
  subscription_to_datetime: isoSeconds(period.subscription_to),
  charges_from_datetime: isoSecondsOrNull(period.charges_from),
  charges_to_datetime: isoSecondsOrNull(period.charges_to),
  fixed_charges_from_datetime: isoSecondsOrNull(period.fixed_charges_from),
  fixed_charges_to_datetime: isoSecondsOrNull(period.fixed_charges_to),
  invoicing_reason: period.invoicing_reason,
});

const presentMetadata = ({ id, key, value, created_at }: InvoiceMetadataRow): InvoiceMetadata => ({
  svc_id: id,
  key,
  value,
  created_at: isoSeconds(created_at),
});

const presentTax = (tax: InvoiceTaxRow, currency: string): InvoiceAppliedTax => ({
  svc_id: tax.id,
  svc_invoice_id: tax.invoice_id,
  svc_tax_id: tax.tax_id,
  tax_name: tax.tax_name,
  tax_code: tax.tax_code,
  tax_rate: Number(tax.tax_rate),
  tax_description: tax.tax_description,
  amount_cents: centsNumber(tax.amount_cents),
  amount_currency: currency,
  fees_amount_cents: centsNumber(tax.fees_amount_cents),
  created_at: isoSeconds(tax.created_at),
});

/** Shown unless zero (wallets, section 4). */
const centsOrNull = (cents: bigint): number | null => (cents === 0n ? null : centsNumber(cents));
