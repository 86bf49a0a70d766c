import { sql } from 'kysely';
import type { BillingEntityView, TaxView } from '@tollgate/catalog/reader';
import type { CustomerView } from '@tollgate/subscription/reader';
import { newId, tablesOf, type Transaction } from '@tollgate/platform';
import { localDate, subscriptionInvoiceDates } from '@tollgate/rating';
import type { InvoicingDatabase } from '../invoicing.database.js';
import type { InvoicingTables } from '../invoicing.tables.js';
import { insertFees, taxSnapshot } from '../fees/fee-writer.js';
import type { BilledSubscription, PricedInvoice } from './new-invoice.js';

interface InvoiceToWrite {
  organizationId: string;
  customer: CustomerView;
  billingEntity: BillingEntityView;
  subscriptions: BilledSubscription[];
  currency: string;
  priced: PricedInvoice;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: number;
  now: number;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** Writes a subscription invoice with its periods, fees and taxes, numbered and final, and tells of it. */
export async function writeInvoice(transaction: Transaction, database: InvoicingDatabase, invoice: InvoiceToWrite): Promise<string> {
  const invoiceId = newId();
  const { totals } = invoice.priced;
  // An invoice without amount that nobody wants is kept out of sight, without number (invoices, section 9.3).
  const closed = totals.feesAmountCents === 0n && !invoice.customer.finalizeZeroAmountInvoice;
  await insertInvoice(transaction, invoiceId, invoice, closed ? null : await nextRank(transaction, invoice));
  await insertBillingPeriods(transaction, invoiceId, invoice);
  const feeIds = await insertFees(transaction, { ...invoice, ...invoice.priced, invoiceId });
  await insertInvoiceTaxes(transaction, invoiceId, invoice);
  if (!closed) {
    const inAdvance = invoice.subscriptions.some(({ reason }) => reason === 'in_advance_charge');
    for (const feeId of inAdvance ? feeIds : []) {
      await database.append(transaction, invoice.organizationId, 'fee.created', invoice.customer.id, { fee_id: feeId }, invoice.now);
    }
    await database.append(transaction, invoice.organizationId, 'invoice.created', invoice.customer.id, { invoice_id: invoiceId }, invoice.now);
  }
  return invoiceId;
}

/** The next rank of the customer's invoices of this issuer; without holes, since its lock lasts as long as the transaction. */
async function nextRank(transaction: Transaction, { organizationId, customer, billingEntity }: InvoiceToWrite): Promise<number> {
  const { last } = await tables(transaction)
    .insertInto('invoicing.invoice_sequences')
    .values({ organization_id: organizationId, customer_id: customer.id, billing_entity_id: billingEntity.id, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'billing_entity_id']).doUpdateSet({ last: sql`invoicing.invoice_sequences.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

const padded = (rank: number) => String(rank).padStart(3, '0');

async function insertInvoice(transaction: Transaction, id: string, invoice: InvoiceToWrite, rank: number | null): Promise<void> {
  const { customer, billingEntity, priced, at, now } = invoice;
  const { totals } = priced;
  const periodic = invoice.subscriptions.some(({ reason }) => reason === 'subscription_periodic');
  const settings = { gracePeriodDays: 0, anchor: customer.issuingDateAnchor, adjustment: customer.issuingDateAdjustment };
  const dates = subscriptionInvoiceDates(at, customer.timezone, periodic, settings, customer.netPaymentTerm);
  await tables(transaction)
    .insertInto('invoicing.invoices')
    .values({
      id,
      organization_id: invoice.organizationId,
      customer_id: customer.id,
      billing_entity_id: billingEntity.id,
      invoice_type: 'subscription',
      status: rank === null ? 'closed' : 'finalized',
      payment_status: totals.paymentStatus,
      number: rank === null ? `${billingEntity.documentNumberPrefix}-DRAFT` : `${billingEntity.documentNumberPrefix}-${padded(customer.sequentialId)}-${padded(rank)}`,
      sequential_id: rank,
      currency: invoice.currency,
      timezone: customer.timezone,
      billed_at: new Date(at),
      issuing_date: dates.issuingDate,
      payment_due_date: dates.paymentDueDate,
      net_payment_term: customer.netPaymentTerm,
      fees_amount_cents: totals.feesAmountCents,
      coupons_amount_cents: totals.couponsAmountCents,
      credit_notes_amount_cents: totals.creditNotesAmountCents,
      progressive_billing_credit_amount_cents: totals.progressiveBillingCreditAmountCents,
      sub_total_excluding_taxes_amount_cents: totals.subTotalExcludingTaxesAmountCents,
      taxes_amount_cents: totals.taxesAmountCents,
      taxes_rate: totals.taxes.taxesRate.toFixed(),
      sub_total_including_taxes_amount_cents: totals.subTotalIncludingTaxesAmountCents,
      prepaid_credit_amount_cents: totals.prepaidCreditAmountCents,
      total_amount_cents: totals.totalAmountCents,
      total_paid_amount_cents: 0n,
      payment_overdue: false,
      payment_dispute_lost_at: null,
      self_billed: customer.accountType === 'partner',
      purchase_order_number: invoice.subscriptions[0]?.subscription.purchaseOrderNumber ?? null,
      voided_at: null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
}

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant));

async function insertBillingPeriods(transaction: Transaction, invoiceId: string, { organizationId, customer, subscriptions, at }: InvoiceToWrite): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.billing_periods')
    .values(
      subscriptions.map(({ subscription, reason, boundaries }) => ({
        id: newId(),
        organization_id: organizationId,
        invoice_id: invoiceId,
        subscription_id: subscription.id,
        plan_id: subscription.plan.id,
        invoicing_reason: reason,
        billed_at: new Date(at),
        billing_date: localDate(at, customer.timezone),
        timezone: customer.timezone,
        subscription_from: new Date(boundaries.subscriptionFrom),
        subscription_to: new Date(boundaries.subscriptionTo),
        charges_from: dateOf(boundaries.chargesFrom),
        charges_to: dateOf(boundaries.chargesTo),
        fixed_charges_from: dateOf(boundaries.fixedChargesFrom),
        fixed_charges_to: dateOf(boundaries.fixedChargesTo),
      })),
    )
    .execute();
}

async function insertInvoiceTaxes(transaction: Transaction, invoiceId: string, { organizationId, priced, now }: InvoiceToWrite): Promise<void> {
  const applied = priced.totals.taxes.appliedTaxes;
  if (applied.length === 0) return;
  await tables(transaction)
    .insertInto('invoicing.invoice_taxes')
    .values(
      applied.map((tax) => ({
        id: newId(),
        organization_id: organizationId,
        invoice_id: invoiceId,
        ...taxSnapshot(priced.taxes.get(tax.code) as TaxView),
        amount_cents: tax.amountCents,
        fees_amount_cents: tax.feesAmountCents,
        created_at: new Date(now),
      })),
    )
    .execute();
}
