import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { CustomerView } from '@tollgate/subscription/reader';
import { mapConcurrent, insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { localDate, subscriptionInvoiceDates } from '@tollgate/rating';
import { hideFees } from '../../model/fees/fees.repository.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import type { InvoicesTable } from '../../model/invoices/invoices.tables.js';
import { contentsOf, insertContents, taxedByEngine, unpaid, type InvoiceContents } from './invoice-contents.js';
import { startsSubscription, type TargetStatus, type InvoiceToWrite } from './invoice-to-write.js';
import { priceInvoice, type PricedInvoice } from '../../model/line-items/new-invoice.js';
import { kindOf } from './kinds/invoice-kinds.js';
import { numbering } from './numbering.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';

/**
 * Writes an invoice with its periods, fees and taxes, and publishes it. Within a grace period it is a draft. During the
 * lookup of its customer's taxes it is pending, without any. Otherwise it uses credit notes, takes a number and is
 * final (invoices, sections 3, 4.5 and 9).
 */
export async function writeInvoice(transaction: TenantTransaction, invoice: InvoiceToWrite): Promise<string> {
  const [id] = await writeInvoices(transaction, [invoice]);
  return id as string;
}

/**
 * Writes invoices of different customers with shared statements.
 * @param credits aborts the work before the first write, if wallets must reserve credits first
 * @returns their ids
 */
export async function writeInvoices(
  transaction: TenantTransaction,
  invoices: InvoiceToWrite[],
  credits?: CreditTaking,
): Promise<string[]> {
  // Locks everything that the invoices use before the first takes a number: numbers of an issuer are the last lock for
  // every process.
  const prepared = await mapConcurrent(invoices, async (invoice) => {
    const creditKey = creditKeyOf(invoice);
    const id = invoice.credits.idOf(creditKey) ?? newId();
    const draft = gracePeriodOf(invoice) > 0;
    return { id, invoice, contents: await contentsOf(transaction, { id, creditKey }, invoice, draft) };
  });
  credits?.endUnlessReserved();
  const written = await mapConcurrent(prepared, (each) => writePrepared(transaction, each));
  await mapConcurrent(written, (each) => publishIssued(transaction, each));
  return written.map(({ id }) => id);
}

interface PreparedInvoice {
  id: string;
  invoice: InvoiceToWrite;
  contents: InvoiceContents;
}

async function writePrepared(
  transaction: TenantTransaction,
  prepared: PreparedInvoice,
): Promise<PreparedInvoice & { feeIds: string[] }> {
  const { id, invoice, contents } = prepared;
  await insertInvoice(transaction, id, invoice, contents, await numbering(transaction, invoice, contents.targetStatus));
  await insertBillingPeriods(transaction, id, invoice);
  const feeIds = await insertContents(transaction, id, invoice, contents);
  if (startsSubscription(invoice) && contents.targetStatus === 'open') await hideFees(transaction, id, invoice.now);
  return { ...prepared, feeIds };
}

async function publishIssued(
  transaction: TenantTransaction,
  { id, invoice, contents, feeIds }: PreparedInvoice & { feeIds: string[] },
): Promise<void> {
  if (isInAdvance(invoice) && contents.targetStatus === 'finalized') {
    for (const feeId of feeIds)
      await transaction.append('fee.created', invoice.customer.id, { fee_id: feeId }, invoice.now);
  }
  await publishInvoice(transaction, id, invoice, contents.targetStatus);
  if (startsSubscription(invoice)) await publishWait(transaction, id, invoice, contents);
  await recordInvoicedUsage(transaction, invoice, contents.priced);
}

/** Requests the payment of an invoice that a start waits for, or publishes that there is nothing to pay. */
async function publishWait(
  transaction: TenantTransaction,
  id: string,
  { customer, subscriptions, now }: InvoiceToWrite,
  { targetStatus, awaitsTaxes }: InvoiceContents,
): Promise<void> {
  if (awaitsTaxes) return;
  if (targetStatus === 'open') return transaction.append('invoice.opened', customer.id, { invoice_id: id }, now);
  for (const { subscription } of subscriptions)
    await transaction.append('activation.paid', customer.id, { subscription_id: subscription.id }, now);
}

/** Identifies an invoice across all attempts. Wallets know its credits by this key. */
export function creditKeyOf({ type = 'subscription', customer, progressiveKey, ...invoice }: InvoiceToWrite): string {
  const what = [
    type,
    customer.id,
    progressiveKey ?? invoice.at,
    invoice.runId ?? null,
    invoice.subscriptions.map(({ subscription, reason }) => [subscription.id, reason]),
    invoice.lines.flatMap((line) => (line.eventTransactionId ? [[line.eventTransactionId, line.charge?.id]] : [])),
  ];
  return createHash('sha256').update(JSON.stringify(what)).digest('hex');
}

/** Writes an invoice that cannot be created: its periods without their fees. @returns its id */
export async function writeEmptyInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceToWrite,
  targetStatus: 'failed',
): Promise<string> {
  const id = newId();
  const priced = unpaid(priceInvoice([], invoice.currency));
  await insertInvoice(
    transaction,
    id,
    invoice,
    { targetStatus, awaitsTaxes: false, priced },
    await numbering(transaction, invoice, targetStatus),
  );
  await insertBillingPeriods(transaction, id, invoice);
  return id;
}

/**
 * Publishes invoiced usage, which affects the thresholds of its subscription and the balances of wallets (charges,
 * section 7.2; wallets, section 6). Wallets that pay of the invoice change with its credits and request their own
 * snapshot, so this skips them.
 */
export async function recordInvoicedUsage(
  transaction: TenantTransaction,
  { customer, subscriptions, now }: InvoiceToWrite,
  { totals }: PricedInvoice,
): Promise<void> {
  if (totals.prepaidCreditAmountCents === 0n) await recordInvoicesChanged(transaction, customer.id, now);
  for (const { subscription } of subscriptions.filter(
    (billed) => billed.subscription.usageThresholds.length > 0 && billed.reason !== 'progressive_billing',
  )) {
    await transaction.append('subscription.usage_invoiced', customer.id, { subscription_id: subscription.id }, now);
  }
}

/** Publishes the status of an invoice. Invoices that customers cannot see produce no message. */
export async function publishInvoice(
  transaction: TenantTransaction,
  id: string,
  invoice: InvoiceToWrite,
  targetStatus: TargetStatus,
): Promise<void> {
  // The taxes of an engine follow (webhooks, section 5).
  const drafted = taxedByEngine(invoice)
    ? (['invoice.drafted'] as const)
    : (['invoice.drafted', 'invoice.ready_to_finalize'] as const);
  const types = {
    draft: drafted,
    closed: [],
    open: [],
    pending: [],
    failed: [],
    finalized: [kindOf(invoice).issued],
  } as const;
  const payload = { invoice_id: id, ...(isPaidByHand(invoice) ? { skip_psp: true } : {}) };
  for (const type of types[targetStatus]) await transaction.append(type, invoice.customer.id, payload, invoice.now);
}

/**
 * Whether no provider charges it: the call says so, or its payment is manual, by the call or by the first subscription
 * (webhooks, sections 10.2 and 14).
 */
export const isPaidByHand = ({ skipsProvider, paymentMethod, subscriptions }: InvoiceToWrite): boolean =>
  skipsProvider === true ||
  (paymentMethod ?? subscriptions[0]?.subscription.paymentMethod)?.payment_method_type === 'manual';

/** The amount columns of an invoice. */
export function amountColumns({ totals }: Pick<PricedInvoice, 'totals'>) {
  return {
    payment_status: totals.paymentStatus,
    fees_amount_cents: totals.feesAmountCents,
    coupons_amount_cents: totals.couponsAmountCents,
    credit_notes_amount_cents: totals.creditNotesAmountCents,
    progressive_billing_credit_amount_cents: totals.progressiveBillingCreditAmountCents,
    sub_total_excluding_taxes_amount_cents: totals.subTotalExcludingTaxesAmountCents,
    taxes_amount_cents: totals.taxesAmountCents,
    taxes_rate: totals.taxes.taxesRate.toFixed(),
    sub_total_including_taxes_amount_cents: totals.subTotalIncludingTaxesAmountCents,
    prepaid_credit_amount_cents: totals.prepaidCreditAmountCents,
    prepaid_granted_credit_amount_cents: totals.prepaidGrantedCreditAmountCents,
    prepaid_purchased_credit_amount_cents: totals.prepaidPurchasedCreditAmountCents,
    total_amount_cents: totals.totalAmountCents,
  };
}

const isInAdvance = ({ subscriptions }: Pick<InvoiceToWrite, 'subscriptions'>): boolean =>
  subscriptions.some(({ reason }) => reason === 'in_advance_charge');

/**
 * Days. Zero for starts that wait for their payment (invoices, section 9.1). Zero too for charges in advance and invoices within their period (charges, sections 3.6 and 7.4), and for
 * subscriptions that end with their plan (customers, section 16.1).
 */
export const gracePeriodOf = (invoice: InvoiceToWrite): number =>
  isInAdvance(invoice) || startsSubscription(invoice) || !kindOf(invoice).hasGracePeriod || endsWithPlan(invoice)
    ? 0
    : invoice.customer.invoiceGracePeriod;

const endsWithPlan = ({ subscriptions }: Pick<InvoiceToWrite, 'subscriptions'>): boolean =>
  subscriptions.some(({ subscription }) => subscription.plan.deleted);

export const isPeriodic = ({ subscriptions }: Pick<InvoiceToWrite, 'subscriptions'>): boolean =>
  subscriptions.some(({ reason }) => reason === 'subscription_periodic');

async function insertInvoice(
  transaction: TenantTransaction,
  id: string,
  invoice: InvoiceToWrite,
  { targetStatus, awaitsTaxes, priced }: Omit<InvoiceContents, 'adjusted' | 'usesEngine'>,
  numbered: Awaited<ReturnType<typeof numbering>>,
): Promise<void> {
  const { customer, billingEntity, at, now } = invoice;
  const dates = datesOf(invoice);
  await insertRows(transaction, 'invoicing.invoices', [
    {
      id,
      organization_id: invoice.organizationId,
      customer_id: customer.id,
      billing_entity_id: billingEntity.id,
      invoice_type: invoice.type ?? 'subscription',
      progressive_key: invoice.progressiveKey ?? null,
      status: targetStatus,
      ...numbered,
      currency: invoice.currency,
      timezone: customer.timezone,
      billed_at: new Date(at),
      issuing_date: dates.issuingDate,
      payment_due_date: dates.paymentDueDate,
      net_payment_term: customer.netPaymentTerm,
      ...amountColumns(priced),
      total_paid_amount_cents: 0n,
      payment_overdue: false,
      payment_dispute_lost_at: null,
      self_billed: customer.accountType === 'partner',
      skips_provider: isPaidByHand(invoice),
      payment_method_type: invoice.paymentMethod?.payment_method_type ?? null,
      payment_method_id: invoice.paymentMethod?.payment_method_id ?? null,
      purchase_order_number:
        invoice.purchaseOrderNumber ?? invoice.subscriptions[0]?.subscription.purchaseOrderNumber ?? null,
      voided_at: null,
      finalize_at: targetStatus === 'draft' ? finalizationOf(customer, dates.expectedFinalizationDate, now) : null,
      awaits_taxes: awaitsTaxes,
      awaits_payment: startsSubscription(invoice) && targetStatus === 'open',
      created_at: new Date(now),
      updated_at: new Date(now),
    } satisfies Insertable<InvoicesTable>,
  ]);
}

/**
 * The dates of an invoice by its billing instant: issuing, due and, after a grace period, finalization (invoices,
 * section 9.4).
 */
export function datesOf(invoice: InvoiceToWrite) {
  const { customer, at } = invoice;
  const settings = {
    gracePeriodDays: gracePeriodOf(invoice),
    anchor: customer.issuingDateAnchor,
    adjustment: customer.issuingDateAdjustment,
  };
  return subscriptionInvoiceDates(at, customer.timezone, isPeriodic(invoice), settings, customer.netPaymentTerm);
}

/** Drafts of a deleted customer do not wait for the end of their grace period (customers, section 2.8). */
export const finalizationAfterDeletion = (now: Instant): Date => new Date(now + 5 * 60_000);

/** Drafts become final by the UTC date (invoices, section 9.4). */
export const finalizationOf = (customer: CustomerView, date: string, now: Instant): Date =>
  customer.deleted ? finalizationAfterDeletion(now) : new Date(`${date}T00:00:00Z`);

const dateOf = (instant: number | null) => (instant === null ? null : new Date(instant));

async function insertBillingPeriods(
  transaction: TenantTransaction,
  invoiceId: string,
  { organizationId, customer, subscriptions, runId, at }: InvoiceToWrite,
): Promise<void> {
  await insertRows(
    transaction,
    'invoicing.billing_periods',
    subscriptions.map(({ subscription, reason, trialEnded, quantityCutoff, boundaries }) => ({
      id: newId(),
      organization_id: organizationId,
      invoice_id: invoiceId,
      run_id: runId ?? null,
      subscription_id: subscription.id,
      plan_id: subscription.plan.id,
      invoicing_reason: reason,
      trial_ended: trialEnded ?? false,
      units_until: typeof quantityCutoff === 'number' ? BigInt(quantityCutoff) : null,
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
  );
}
