import { readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { readCustomerView, type CustomerView } from '@tollgate/subscription/reader';
import { adjust, payingAdjustments, type AdjustedInvoice } from '../adjustments/adjustments.js';
import { taxFees } from '../../model/line-items/fee.writer.js';
import { priceInvoice, type LineTax, type PayableLine } from '../../model/line-items/new-invoice.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import { creditsOfInvoices } from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices, hideFees, type FeeRow } from '../../model/fees/fees.repository.js';
import { recordInvoicesChanged } from '../../model/invoices/invoice-changes.js';
import { billingPeriodsOf, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { takeUntaxedFees, type UntaxedFeeRow } from '../../model/taxes/untaxed-fees.repository.js';
import { enqueueBookingReport } from '../../model/taxes/tax-reports.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { taxSourceOf } from '../tax-sources/tax-sources.js';
import { carryDraftNotes, finalizeDraftNotes } from './draft-credit-notes.writer.js';
import { finalDates } from './final-dates.js';
import { assertAddsUp, insertInvoiceTaxes, isSkipped } from './invoice-contents.js';
import { amountColumns } from './invoice.writer.js';
import { kindOf, type InvoiceKindName } from './kinds/invoice-kinds.js';
import { numbering } from './numbering.js';

/**
 * An invoice that waited for the taxes of its customer, locked by the caller, and the source of its prepaid credits.
 */
interface UntaxedInvoice {
  invoice: InvoiceRow;
  customer: CustomerView;
  credits: CreditTaking;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * Finalizes an invoice that waited for the taxes of its customer. Its fees and the deductions of coupons remain. It
 * adds taxes, lets credit notes and wallets pay the result, and takes a number and dates (invoices, section 4.5). The
 * invoice waits further while its taxes are still unknown.
 * @throws InvoiceDoesNotAddUp: it checks the stored amounts again
 */
export async function taxInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  credits: CreditTaking,
  now: Instant,
): Promise<void> {
  const customer = await readCustomerView(transaction, invoice.customer_id);
  if (await taxSourceOf(customer).isPending(transaction, { invoice, customer })) return;
  const untaxed = { invoice, customer, credits, now };
  const fees = await feesOfInvoices(transaction, [invoice.id]);
  const feeIds = fees.map(({ id }) => id);
  const taken = await creditsOfInvoices(transaction, [invoice.id]);
  const adjusted = await paid(transaction, untaxed, await taxedLines(transaction, untaxed, fees), taken.length);
  const priced = priceInvoice(adjusted.lines, invoice.currency, adjusted.deductions);
  assertAddsUp(priced, adjusted.lines, taken);
  // Locks everything that it uses before it takes a number: numbers of an issuer are the last lock for every process.
  credits.endUnlessReserved();
  const written = { organizationId: invoice.organization_id, now };
  await becomeFinal(transaction, untaxed, amountColumns(priced));
  await taxFees(transaction, feeIds, { ...written, ...priced });
  await insertInvoiceTaxes(transaction, invoice.id, written, priced);
  await adjusted.commit(transaction, feeIds);
  await recordInvoicesChanged(transaction, customer.id, now);
  await carryDraftNotes(transaction, invoice.id, fees, now);
  const final = (await lockInvoice(transaction, invoice.id)) as InvoiceRow;
  if (final.status === 'open') return transaction.append('invoice.opened', customer.id, { invoice_id: final.id }, now);
  if (final.status === 'finalized') await publishIssued(transaction, { final, customer, feeIds, now });
  if (invoice.awaits_payment) await publishPaid(transaction, final, now);
  await finalizeDraftNotes(transaction, final, now);
}

/** Builds the lines of the fees with their current taxes. */
async function taxedLines(
  transaction: TenantTransaction,
  { invoice, customer }: UntaxedInvoice,
  fees: FeeRow[],
): Promise<PayableLine[]> {
  const untaxed = await takeUntaxedFees(transaction, invoice.id);
  const waiting = fees.map((fee) => {
    const untaxedFee = untaxed.get(fee.id);
    if (!untaxedFee) throw new Error(`nothing says how fee ${fee.id} is taxed`);
    return { fee, untaxedFee, ownTaxIds: untaxedFee.own_tax_ids };
  });
  const taxes = await taxSourceOf(customer).taxesOf(transaction, { invoice, customer }, waiting);
  return waiting.map(({ fee, untaxedFee }, position) => lineOf(fee, untaxedFee, taxes[position] ?? []));
}

function lineOf(fee: FeeRow, { target_wallet_code: wallet }: UntaxedFeeRow, taxes: LineTax[]): PayableLine {
  return {
    type: fee.fee_type,
    amountCents: fee.amount_cents,
    preciseAmountCents: new Decimal(fee.precise_amount_cents),
    preciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
    // The item of usage is its metric.
    charge: fee.fee_type === 'charge' ? { metric: { id: fee.item_id }, acceptsTargetWallet: wallet !== null } : null,
    bucket: { groupedBy: { target_wallet_code: wallet } },
    taxes,
  };
}

/** Lets credit notes and wallets pay; coupons and progressive invoices reduced it when it was written. */
async function paid(
  transaction: TenantTransaction,
  { invoice, customer, credits, now }: UntaxedInvoice,
  lines: PayableLine[],
  takenBefore: number,
): Promise<AdjustedInvoice<PayableLine>> {
  const { id, organization_id: organizationId, currency } = invoice;
  const { adjustments } = kindOfRow(invoice);
  return adjust(
    transaction,
    { id, organizationId, customer, subscriptions: [], currency, lines, credits, creditKey: id, now },
    payingAdjustments.filter((adjustment) => adjustments.includes(adjustment)),
    {
      deductions: {
        progressiveBillingCreditCents: invoice.progressive_billing_credit_amount_cents,
        couponsCents: invoice.coupons_amount_cents,
      },
      credits: takenBefore,
    },
  );
}

const kindOfRow = ({ invoice_type: type }: InvoiceRow) => kindOf({ type: type as InvoiceKindName });

async function becomeFinal(
  transaction: TenantTransaction,
  { invoice, customer, now }: UntaxedInvoice,
  amounts: ReturnType<typeof amountColumns>,
): Promise<void> {
  const billingEntity = await readBillingEntity(transaction, invoice.billing_entity_id);
  const skipped = isSkipped(kindOfRow(invoice), invoice.fees_amount_cents, customer);
  const waits = invoice.awaits_payment && !skipped && amounts.total_amount_cents > 0n;
  const status = skipped ? 'closed' : waits ? 'open' : 'finalized';
  const numbered = { organizationId: invoice.organization_id, customer, billingEntity, now };
  const periods = await billingPeriodsOf(transaction, [invoice.id]);
  const periodic = periods.some(({ invoicing_reason: reason }) => reason === 'subscription_periodic');
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({
      status,
      awaits_taxes: false,
      awaits_payment: waits,
      ...(await numbering(transaction, numbered, status)),
      ...amounts,
      // A call may have set the payment status while it waited (invoices, section 9.7).
      payment_status: invoice.payment_status === 'pending' ? amounts.payment_status : invoice.payment_status,
      // A start that waited for its payment keeps its billing date (invoices, section 9.1).
      ...(invoice.awaits_payment ? {} : finalDates({ written: invoice, periodic, customer, now })),
      updated_at: new Date(now),
    })
    .where('id', '=', invoice.id)
    .execute();
}

/** A start waited for this invoice, and nothing is due of it. */
async function publishPaid(transaction: TenantTransaction, invoice: InvoiceRow, now: Instant): Promise<void> {
  await hideFees(transaction, invoice.id, null);
  await enqueueBookingReport(transaction, invoice.id);
  for (const { subscription_id } of await billingPeriodsOf(transaction, [invoice.id]))
    await transaction.append('activation.paid', invoice.customer_id, { subscription_id }, now);
}

interface IssuedInvoice {
  final: InvoiceRow;
  customer: CustomerView;
  feeIds: string[];
  now: Instant;
}

/** Publishes it for the first time. One that an engine has taxed has one type of message (webhooks, section 5). */
async function publishIssued(
  transaction: TenantTransaction,
  { final, customer, feeIds, now }: IssuedInvoice,
): Promise<void> {
  const { id, customer_id: customerId, skips_provider: byHand } = final;
  const periods = await billingPeriodsOf(transaction, [id]);
  if (periods.some(({ invoicing_reason: reason }) => reason === 'in_advance_charge'))
    for (const feeId of feeIds) await transaction.append('fee.created', customerId, { fee_id: feeId }, now);
  const payload = { invoice_id: id, ...(byHand ? { skip_psp: true } : {}) };
  const issued = customer.taxEngine ? 'invoice.created' : kindOfRow(final).issued;
  await transaction.append(issued, customerId, payload, now);
}
