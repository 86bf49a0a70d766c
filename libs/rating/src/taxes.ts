import { Decimal, ZERO, centsDecimal, percentOf, roundHalfUp, roundToCents, subunit, sumOf } from './decimal.js';

/** A tax that applies to a fee; the rate in percent. */
export interface TaxRate {
  readonly code: string;
  readonly rate: Decimal;
  /** Whole cents that a tax engine computed for the fee, in place of base times rate (webhooks, section 19). */
  readonly amountCents?: bigint;
}

/** The fields of a fee that taxes use, in cents. */
export interface TaxableFee {
  readonly amountCents: bigint;
  readonly preciseAmountCents: Decimal;
  /** Share of coupons and progressive billing credits, 5 decimals. */
  readonly preciseCouponsAmountCents: Decimal;
  readonly taxes: readonly TaxRate[];
}

export interface FeeTax {
  readonly code: string;
  readonly rate: Decimal;
  readonly amountCents: bigint;
  /** 15 decimals. */
  readonly preciseAmountCents: Decimal;
}

export interface FeeTaxes {
  readonly appliedTaxes: readonly FeeTax[];
  readonly taxesAmountCents: bigint;
  readonly taxesPreciseAmountCents: Decimal;
  /** Main unit. */
  readonly taxesPreciseAmount: Decimal;
  /** Percent. */
  readonly taxesRate: Decimal;
  /** Amount and taxes, before coupons. */
  readonly totalAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  readonly subTotalExcludingTaxesPreciseAmountCents: Decimal;
}

/** Taxable amount: the fee less its share of coupons, in cents. */
export function taxBase(fee: Pick<TaxableFee, 'amountCents' | 'preciseCouponsAmountCents'>): Decimal {
  return centsDecimal(fee.amountCents).minus(fee.preciseCouponsAmountCents);
}

/** The unrounded amount of a tax on one fee, in cents. */
const taxOn = (base: Decimal, { rate, amountCents }: TaxRate): Decimal =>
  amountCents === undefined ? percentOf(base, rate) : centsDecimal(amountCents);

/** Taxes of one fee (invoices, section 4.3). Each tax on the same base; the fee's total rounds the unrounded sum. */
export function feeTaxes(fee: TaxableFee, currency: string): FeeTaxes {
  const base = taxBase(fee);
  const preciseBase = fee.preciseAmountCents.minus(fee.preciseCouponsAmountCents);
  const appliedTaxes = fee.taxes.map(({ code, rate, amountCents }) => ({
    code,
    rate,
    amountCents: amountCents ?? roundToCents(percentOf(base, rate)),
    preciseAmountCents:
      amountCents === undefined ? roundHalfUp(percentOf(preciseBase, rate), 15) : centsDecimal(amountCents),
  }));
  const taxesRate = sumOf(fee.taxes.map(({ rate }) => rate));
  const taxesAmountCents = roundToCents(sumOf(fee.taxes.map((tax) => taxOn(base, tax))));
  const taxesPreciseAmountCents = sumOf(appliedTaxes.map((tax) => tax.preciseAmountCents));
  return {
    appliedTaxes,
    taxesAmountCents,
    taxesPreciseAmountCents,
    taxesPreciseAmount: taxesPreciseAmountCents.div(subunit(currency)),
    taxesRate,
    totalAmountCents: fee.amountCents + taxesAmountCents,
    subTotalExcludingTaxesAmountCents: roundToCents(base),
    subTotalExcludingTaxesPreciseAmountCents: preciseBase,
  };
}

export interface InvoiceTax {
  readonly code: string;
  readonly rate: Decimal;
  readonly amountCents: bigint;
  /** Amount taxed at this rate, truncated to whole cents. */
  readonly feesAmountCents: bigint;
}

export interface InvoiceTaxes {
  readonly appliedTaxes: readonly InvoiceTax[];
  readonly taxesAmountCents: bigint;
  /** Blended rate in percent, 5 decimals. */
  readonly taxesRate: Decimal;
}

interface TaxedFees {
  readonly tax: TaxRate;
  readonly base: Decimal;
  /** Unrounded cents. */
  readonly amount: Decimal;
  readonly fees: number;
}

function groupByTax(fees: readonly TaxableFee[]): TaxedFees[] {
  const groups = new Map<string, TaxedFees>();
  for (const fee of fees) {
    for (const tax of fee.taxes) {
      const group = groups.get(tax.code) ?? { tax, base: ZERO, amount: ZERO, fees: 0 };
      const base = taxBase(fee);
      groups.set(tax.code, {
        tax,
        base: group.base.plus(base),
        amount: group.amount.plus(taxOn(base, tax)),
        fees: group.fees + 1,
      });
    }
  }
  return [...groups.values()];
}

/**
 * Taxes of an invoice (invoices, section 4.4). Each tax applies to the sum of its fees. It is rounded once per tax for
 * its own line, and once over all taxes for the invoice.
 */
export function invoiceTaxes(fees: readonly TaxableFee[], subTotalExcludingTaxesCents: bigint): InvoiceTaxes {
  const groups = groupByTax(fees);
  return {
    appliedTaxes: groups.map(({ tax, base, amount }) => ({
      code: tax.code,
      rate: tax.rate,
      amountCents: roundToCents(amount),
      feesAmountCents: BigInt(base.trunc().toFixed()),
    })),
    taxesAmountCents: roundToCents(sumOf(groups.map(({ amount }) => amount))),
    taxesRate: blendedRate(groups, fees.length, centsDecimal(subTotalExcludingTaxesCents)),
  };
}

function blendedRate(groups: readonly TaxedFees[], feesCount: number, subTotal: Decimal): Decimal {
  const share = ({ base, fees }: TaxedFees): Decimal => {
    if (!subTotal.isZero()) return base.div(subTotal);
    return feesCount === 0 ? ZERO : new Decimal(fees).div(feesCount);
  };
  return roundHalfUp(sumOf(groups.map((group) => share(group).times(group.tax.rate))), 5);
}

/** The first level with any taxes; levels are never merged (invoices, section 4.2). */
export function applicableTaxes<T>(...levels: readonly (readonly T[] | null | undefined)[]): readonly T[] {
  return levels.find((level) => level !== null && level !== undefined && level.length > 0) ?? [];
}
