import type { BillingEntityView } from '@tollgate/catalog/reader';
import { groupBy, insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  centsDecimal,
  centsNumber,
  Decimal,
  invoiceBoundaries,
  localDate,
  plainInvoiceDates,
  roundHalfUp,
  roundToCents,
} from '@tollgate/rating';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import { numbering } from '../../issuing/invoice-writing/numbering.js';
import { taxesOfFees, type FeeRow, type FeeTaxRow } from '../../model/fees/fees.repository.js';
import { recordPayment } from '../../model/payments/payments.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { moveToInvoice } from './consolidation.repository.js';

interface ConsolidatedInvoice {
  organizationId: string;
  customer: CustomerView;
  billingEntity: BillingEntityView;
  /** The subscriptions that the fees may belong to. */
  subscriptions: SubscriptionView[];
  fees: FeeRow[];
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
}

const centsOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * Writes an invoice of paid fees. It computes nothing again; all amounts are those of the fees (charges, section 3.8).
 */
export async function writeConsolidatedInvoice(
  transaction: TenantTransaction,
  invoice: ConsolidatedInvoice,
): Promise<void> {
  const { organizationId, customer, billingEntity, fees, at, now } = invoice;
  const id = newId();
  const selfBilled = customer.accountType === 'partner';
  const feesAmount = centsOf(fees.map((fee) => fee.amount_cents));
  const taxesAmount = centsOf(fees.map((fee) => fee.taxes_amount_cents));
  const total = feesAmount + taxesAmount;
  const dates = plainInvoiceDates(at, customer.timezone, customer.netPaymentTerm);
  await tables(transaction)
    .insertInto('invoicing.invoices')
    .values({
      id,
      organization_id: organizationId,
      customer_id: customer.id,
      billing_entity_id: billingEntity.id,
      invoice_type: 'advance_charges',
      status: 'finalized',
      payment_status: 'succeeded',
      ...(await numbering(transaction, invoice, 'finalized')),
      currency: fees[0]?.currency ?? '',
      timezone: customer.timezone,
      billed_at: new Date(at),
      issuing_date: dates.issuingDate,
      payment_due_date: dates.paymentDueDate,
      net_payment_term: customer.netPaymentTerm,
      fees_amount_cents: feesAmount,
      coupons_amount_cents: 0n,
      credit_notes_amount_cents: 0n,
      progressive_billing_credit_amount_cents: 0n,
      sub_total_excluding_taxes_amount_cents: feesAmount,
      taxes_amount_cents: taxesAmount,
      taxes_rate:
        feesAmount === 0n
          ? '0'
          : roundHalfUp(centsDecimal(taxesAmount).times(100).div(centsDecimal(feesAmount)), 2).toFixed(),
      sub_total_including_taxes_amount_cents: total,
      prepaid_credit_amount_cents: 0n,
      total_amount_cents: total,
      total_paid_amount_cents: total,
      payment_overdue: false,
      payment_dispute_lost_at: null,
      self_billed: selfBilled,
      purchase_order_number: invoice.subscriptions[0]?.purchaseOrderNumber ?? null,
      voided_at: null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute();
  await insertPeriods(transaction, id, invoice);
  await insertTaxes(transaction, id, invoice);
  await moveToInvoice(transaction, id, fees, selfBilled);
  // A total of zero is paid without a payment.
  if (total > 0n) await recordWholePayment(transaction, id, invoice, total);
  await transaction.append('invoice.created', customer.id, { invoice_id: id }, now);
}

/** Records the payment of the whole invoice. */
async function recordWholePayment(
  transaction: TenantTransaction,
  invoiceId: string,
  { customer, fees, now }: ConsolidatedInvoice,
  total: bigint,
): Promise<void> {
  const payment = {
    payment_id: newId(),
    invoice_id: invoiceId,
    customer_id: customer.id,
    amount_cents: centsNumber(total),
    currency: fees[0]?.currency ?? '',
    reference: 'Charges paid in advance',
    paid_at: new Date(now).toISOString(),
  };
  await recordPayment(transaction, payment, { publish: true, now });
}

/** Writes one period for each subscription with fees; all have the bounds of the subscription that started last. */
async function insertPeriods(
  transaction: TenantTransaction,
  invoiceId: string,
  { organizationId, customer, subscriptions, fees, at }: ConsolidatedInvoice,
): Promise<void> {
  const latest = [...subscriptions].sort((a, b) => b.agreement.startedAt - a.agreement.startedAt)[0];
  if (!latest) return;
  const { chargesFrom, chargesTo } = invoiceBoundaries(latest.agreement, at, customer.timezone);
  const [from, to] = [new Date(chargesFrom ?? at), new Date(chargesTo ?? at)];
  await insertRows(
    transaction,
    'invoicing.billing_periods',
    subscriptions
      .filter((subscription) => fees.some((fee) => fee.subscription_id === subscription.id))
      .map((subscription) => ({
        id: newId(),
        organization_id: organizationId,
        invoice_id: invoiceId,
        subscription_id: subscription.id,
        plan_id: subscription.plan.id,
        invoicing_reason: 'in_advance_charge_periodic' as const,
        billed_at: new Date(at),
        billing_date: localDate(at, customer.timezone),
        timezone: customer.timezone,
        subscription_from: from,
        subscription_to: to,
        charges_from: from,
        charges_to: to,
        fixed_charges_from: null,
        fixed_charges_to: null,
      })),
  );
}

/** Sums the taxes of the fees. */
async function insertTaxes(
  transaction: TenantTransaction,
  invoiceId: string,
  { organizationId, fees, now }: ConsolidatedInvoice,
): Promise<void> {
  const byTax = groupBy(
    await taxesOfFees(
      transaction,
      fees.map(({ id }) => id),
    ),
    (tax) => tax.tax_id ?? tax.tax_code,
  );
  const subTotals = new Map(
    fees.map((fee) => [
      fee.id,
      roundToCents(centsDecimal(fee.amount_cents).minus(new Decimal(fee.precise_coupons_amount_cents))),
    ]),
  );
  await insertRows(
    transaction,
    'invoicing.invoice_taxes',
    [...byTax.values()].map((applied) => {
      const { tax_id, tax_name, tax_code, tax_rate, tax_description } = applied[0] as FeeTaxRow;
      return {
        id: newId(),
        organization_id: organizationId,
        invoice_id: invoiceId,
        tax_id,
        tax_name,
        tax_code,
        tax_rate,
        tax_description,
        amount_cents: centsOf(applied.map((tax) => tax.amount_cents)),
        fees_amount_cents: centsOf(applied.map((tax) => subTotals.get(tax.fee_id) ?? 0n)),
        created_at: new Date(now),
      };
    }),
  );
}
