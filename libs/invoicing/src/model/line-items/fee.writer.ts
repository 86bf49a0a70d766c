import { sql } from 'kysely';
import type { PricingUnitDetails } from '@tollgate/contracts';
import { centsNumber, decimalText } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import { insertRows, newId, type TenantTransaction, type Instant, required } from '@tollgate/platform';
import { trueUpParent } from './charge-lines.js';
import { inputsFormat } from '../fee-inputs/input-bounds.js';
import type { FeeLine, LineTax, NewFee, PricedInvoice, TaxedLine } from './new-invoice.js';
import { presentationOf } from './presentation.js';
import { prorationOf } from './proration.js';

interface FeesToWrite extends Pick<PricedInvoice, 'fees' | 'taxes'> {
  organizationId: string;
  customer: CustomerView;
  currency: string;
  /** Null for uninvoiced fees. */
  invoiceId: string | null;
  /** The organization's present time, Unix milliseconds. */
  now: Instant;
}

/** Writes fees with their taxes, and what determined them. @returns their ids, in the same order */
export async function insertFees(
  transaction: TenantTransaction,
  { organizationId, customer, currency, invoiceId, now, fees, taxes: taxesByCode }: FeesToWrite,
): Promise<string[]> {
  if (fees.length === 0) return [];
  const createdAt = new Date(now);
  const ids = fees.map(() => newId());
  const trueUps = trueUpIds(
    fees.map(({ line }) => line),
    ids,
  );
  await insertRows(
    transaction,
    'invoicing.fees',
    fees.map(({ line, taxes }, position) => ({
      ...feeColumns(line),
      id: ids[position] as string,
      ...trueUps[position],
      organization_id: organizationId,
      invoice_id: invoiceId,
      customer_id: customer.id,
      currency,
      taxes_amount_cents: taxes.taxesAmountCents,
      taxes_precise_amount_cents: taxes.taxesPreciseAmountCents.toFixed(),
      taxes_rate: taxes.taxesRate.toFixed(),
      payment_status: 'pending' as const,
      self_billed: invoiceId !== null && customer.accountType === 'partner',
      position,
      created_at: createdAt,
      succeeded_at: null,
      failed_at: null,
      refunded_at: null,
      deleted_at: null,
    })),
  );
  await insertRows(
    transaction,
    'invoicing.fee_inputs',
    fees.map(({ line }, position) => ({
      fee_id: ids[position] as string,
      organization_id: organizationId,
      format: inputsFormat,
      inputs: line.inputs,
    })),
  );
  await insertFeeTaxes(transaction, ids, { organizationId, fees, taxes: taxesByCode, now });
  return ids;
}

/** Adds the taxes of fees that were written without; the ids have the order of the fees. */
export async function taxFees(transaction: TenantTransaction, ids: string[], taxed: TaxedFees): Promise<void> {
  const taxes = taxed.fees.map((fee) => fee.taxes);
  await sql`
    update invoicing.fees fee
    set taxes_amount_cents = given.cents, taxes_precise_amount_cents = given.precise, taxes_rate = given.rate
    from unnest(
      ${ids}::uuid[], ${taxes.map(({ taxesAmountCents }) => String(taxesAmountCents))}::bigint[],
      ${taxes.map(({ taxesPreciseAmountCents }) => taxesPreciseAmountCents.toFixed())}::numeric[],
      ${taxes.map(({ taxesRate }) => taxesRate.toFixed())}::numeric[]
    ) as given (id, cents, precise, rate)
    where fee.id = given.id
  `.execute(transaction);
  await insertFeeTaxes(transaction, ids, taxed);
}

/** Fees with their taxes, of lines of any kind. */
interface TaxedFees extends Pick<PricedInvoice<TaxedLine>, 'fees' | 'taxes'> {
  organizationId: string;
  now: Instant;
}

async function insertFeeTaxes(
  transaction: TenantTransaction,
  ids: string[],
  { organizationId, fees, taxes: taxesByCode, now }: TaxedFees,
): Promise<void> {
  const applied = fees.flatMap(({ taxes }, position) =>
    taxes.appliedTaxes.map((tax) => ({
      id: newId(),
      organization_id: organizationId,
      fee_id: ids[position] as string,
      ...taxSnapshot(required(taxesByCode, tax.code, 'tax')),
      amount_cents: tax.amountCents,
      precise_amount_cents: tax.preciseAmountCents.toFixed(),
      created_at: new Date(now),
    })),
  );
  await insertRows(transaction, 'invoicing.fee_taxes', applied);
}

/** Links each true-up fee and its parent in both directions. */
function trueUpIds(lines: NewFee[], ids: string[]) {
  const parents = lines.map((line) => (line.isTrueUp ? trueUpParent(lines, line) : null));
  const trueUps = new Map(parents.map((parent, position) => [parent, position]));
  return lines.map((_, position) => ({
    true_up_parent_fee_id: ids[parents[position] ?? -1] ?? null,
    true_up_fee_id: ids[trueUps.get(position) ?? -1] ?? null,
  }));
}

/** The columns that a line fills in its fee. */
export function feeColumns(line: FeeLine) {
  const { bucket } = line;
  return {
    subscription_id: line.subscription?.id ?? null,
    fee_type: line.type,
    charge_id: line.charge?.id ?? null,
    charge_filter_id: bucket?.filter?.id ?? null,
    fixed_charge_id: line.fixedCharge?.id ?? null,
    item_id: line.itemId,
    item_code: line.itemCode,
    item_name: line.itemName,
    item_description: line.itemDescription,
    description: line.description ?? null,
    invoice_display_name: line.invoiceDisplayName,
    filters: bucket?.filter?.values ?? null,
    filter_invoice_display_name: bucket?.filter ? filterName(bucket.filter) : null,
    grouped_by: bucket?.groupedBy ?? {},
    amount_cents: line.amountCents,
    precise_amount_cents: line.preciseAmountCents.toFixed(),
    precise_coupons_amount_cents: line.preciseCouponsAmountCents.toFixed(),
    progressive_credit_amount_cents: line.progressiveCreditCents ?? 0n,
    precise_credit_notes_amount_cents: '0',
    units: line.units.toFixed(),
    total_aggregated_units: line.totalAggregatedUnits?.toFixed() ?? null,
    precise_unit_amount: line.preciseUnitAmount.toFixed(),
    events_count: line.eventsCount === null ? null : BigInt(line.eventsCount),
    amount_details: line.amountDetails as Record<string, unknown>,
    pricing_unit_details: pricingUnitOf(line),
    presentation: presentationOf(line),
    proration: prorationOf(line),
    pay_in_advance: line.payInAdvance,
    invoiceable: line.charge?.invoiceable ?? true,
    from_datetime: new Date(line.from),
    to_datetime: new Date(line.to),
    charges_from: line.chargesPeriod ? new Date(line.chargesPeriod.from) : null,
    charges_to: line.chargesPeriod ? new Date(line.chargesPeriod.to) : null,
    event_transaction_id: line.eventTransactionId ?? null,
  };
}

/** A line's amounts in the pricing unit of its charge, as answers show them. */
function pricingUnitOf({ charge, pricingUnit: amounts }: FeeLine): PricingUnitDetails | null {
  if (!charge?.pricingUnit || !amounts) return null;
  return {
    svc_pricing_unit_id: charge.pricingUnit.id,
    pricing_unit_code: charge.pricingUnit.code,
    short_name: charge.pricingUnit.shortName,
    amount_cents: centsNumber(amounts.amountCents),
    precise_amount_cents: decimalText(amounts.preciseAmountCents),
    unit_amount_cents: centsNumber(amounts.unitAmountCents),
    precise_unit_amount: decimalText(amounts.preciseUnitAmount),
    conversion_rate: decimalText(amounts.conversionRate),
  };
}

/**
 * The display name of a filter, else its values. A key that matches all values shows its own name (metering, section
 * 5.13).
 */
export function filterName({
  invoiceDisplayName,
  values,
}: {
  invoiceDisplayName: string | null;
  values: Record<string, string[]>;
}): string {
  if (invoiceDisplayName) return invoiceDisplayName;
  return Object.entries(values)
    .flatMap(([key, allowed]) => (allowed.includes('__ALL_FILTER_VALUES__') ? [key] : allowed))
    .join(', ');
}

/** A copy of the tax, which invoices and fees store unchanged. */
export const taxSnapshot = (tax: LineTax) => ({
  tax_id: tax.id,
  tax_name: tax.name,
  tax_code: tax.code,
  tax_rate: tax.rate,
  tax_description: tax.description,
});
