import { groupBy } from '@tollgate/platform';
import type { WalletUse } from '@tollgate/wallet/reader';
import type { CreditRow } from '../../model/credit-notes/credit-notes.repository.js';
import type { FeeRow, FeeTaxRow } from '../../model/fees/fees.repository.js';
import type { InvoiceRow, InvoiceTaxRow } from '../../model/invoices/invoices.repository.js';
import type { StoredCoupon, StoredProgressiveFee } from '../../model/fee-inputs/fee-inputs.tables.js';
import { checkOf, type Check } from './checks.js';
import { couponSteps, type ListedCoupon } from './coupon-steps.js';
import { progressiveSteps, type ProgressiveShare } from './progressive-steps.js';
import { Steps } from './steps.js';
import type { CheckedSteps } from './tax-steps.js';

/** An invoice with everything that its total consists of, as stored. */
export interface ExplainedInvoice {
  invoice: InvoiceRow;
  /** In their order. */
  fees: FeeRow[];
  feeTaxes: FeeTaxRow[];
  taxes: InvoiceTaxRow[];
  /** In the order of their use. */
  credits: CreditRow[];
  /** The wallets whose credits paid for it, in the order of their use. */
  wallets: WalletUse[];
  /** The inputs of its coupons; null if it was written before. */
  coupons: StoredCoupon[] | null;
  /** The earlier fees that credit it; null if these are not stored. */
  progressive: StoredProgressiveFee[] | null;
}

/** The steps of an invoice, and the parts of its deductions by their references. */
export interface InvoiceSteps extends CheckedSteps {
  coupons: ListedCoupon[];
  /** Null if only the amounts of the fees are stored. */
  progressive: ProgressiveShare[] | null;
  /** The discounts of all fees, in their order; null if only their amounts are stored. */
  discounts: string[] | null;
}

/** The steps from the fees of an invoice to its total, which is the last one (invoices, section 3). */
export function invoiceSteps(explained: ExplainedInvoice): InvoiceSteps {
  const { invoice, fees, credits, coupons } = explained;
  const steps = new Steps();
  const rule = 'invoices, section 3';
  const sum = (id: string, args: string[]) => steps.add({ id, kind: id, rule, op: 'sum', args });
  const sub = (id: string, args: string[]) => steps.add({ id, kind: id, rule, op: 'sub', args });
  const feesSum = sum(
    'fees',
    fees.map((fee) => String(fee.amount_cents)),
  );
  const before = explained.progressive ? progressiveSteps(steps, fees, explained.progressive) : null;
  const byFee = before?.byFee ?? fees.map((fee) => String(fee.progressive_credit_amount_cents ?? 0n));
  const progressive = sum('progressive_credit', progressiveCredits(explained, steps, byFee));
  const afterProgressive = sub('after_progressive_credit', [feesSum, progressive]);
  const ofCoupons = credits.filter(({ kind }) => kind === 'coupon');
  const deducted = couponSteps(steps, { fees, credits: ofCoupons, coupons, progressive: byFee }, afterProgressive);
  const couponsSum = sum(
    'coupons',
    deducted.listed.map(({ cents }) => cents),
  );
  const subTotal = sub('sub_total_excluding_taxes', [afterProgressive, couponsSum]);
  const taxed = taxSteps(steps, explained);
  const withTaxes = sum('sub_total_including_taxes', [subTotal, taxed.cents]);
  const notes = sum('credit_notes', amountsOf(credits, 'credit_note'));
  const prepaid = sum('prepaid_credits', prepaidParts(steps, explained));
  const total = sub('total', [withTaxes, notes, prepaid]);
  return {
    steps,
    coupons: deducted.listed,
    progressive: before ? before.shares : null,
    discounts: deducted.discounts,
    checks: [
      checkOf('fees_amount_cents', invoice.fees_amount_cents, feesSum),
      checkOf('progressive_billing_credit_amount_cents', invoice.progressive_billing_credit_amount_cents, progressive),
      ...(before?.checks ?? []),
      ...deducted.checks,
      checkOf('coupons_amount_cents', invoice.coupons_amount_cents, couponsSum),
      checkOf('sub_total_excluding_taxes_amount_cents', invoice.sub_total_excluding_taxes_amount_cents, subTotal),
      ...taxed.checks,
      checkOf('taxes_amount_cents', invoice.taxes_amount_cents, taxed.cents),
      checkOf('sub_total_including_taxes_amount_cents', invoice.sub_total_including_taxes_amount_cents, withTaxes),
      checkOf('credit_notes_amount_cents', invoice.credit_notes_amount_cents, notes),
      checkOf('prepaid_credit_amount_cents', invoice.prepaid_credit_amount_cents, prepaid),
      checkOf('total_amount_cents', invoice.total_amount_cents, total),
    ],
  };
}

/**
 * The amount of each wallet, if these add up. Otherwise the granted and the purchased part; the whole for an invoice
 * older than their columns.
 */
function prepaidParts(steps: Steps, { invoice, wallets }: ExplainedInvoice): string[] {
  const paid = wallets.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (wallets.length > 0 && paid === invoice.prepaid_credit_amount_cents)
    return wallets.map(({ walletId, amountCents, grantedCents, purchasedCents }, position) =>
      steps.add({
        id: `wallet_${position + 1}`,
        kind: 'wallet',
        rule: 'wallets, section 5.1',
        of: walletId,
        op: 'sum',
        args: (grantedCents + purchasedCents === amountCents ? [grantedCents, purchasedCents] : [amountCents]).map(
          String,
        ),
      }),
    );
  const [granted, purchased] = [
    invoice.prepaid_granted_credit_amount_cents,
    invoice.prepaid_purchased_credit_amount_cents,
  ];
  const whole = invoice.prepaid_credit_amount_cents;
  return (granted + purchased === whole ? [granted, purchased] : [whole]).map(String);
}

const amountsOf = (credits: CreditRow[], kind: CreditRow['kind']): string[] =>
  credits.filter((credit) => credit.kind === kind).map(({ amount_cents: cents }) => String(cents));

/** The amounts that earlier invoices of the period billed, fee by fee; by the invoice for fees older than their column. */
function progressiveCredits({ fees, credits }: ExplainedInvoice, steps: Steps, byFee: string[]): string[] {
  if (fees.some((fee) => fee.progressive_credit_amount_cents === null)) return amountsOf(credits, 'invoice');
  return byFee.filter((credit) => steps.isBelow('0', credit));
}

interface TaxAmounts {
  /** The reference of the rounded taxes. */
  cents: string;
  checks: Check[];
}

function taxSteps(steps: Steps, explained: ExplainedInvoice): TaxAmounts {
  if (explained.invoice.invoice_type === 'advance_charges') return taxesOfPaidFees(steps, explained);
  const rule = 'invoices, section 4.4';
  const byCode = groupBy(explained.feeTaxes, ({ tax_code: code }) => code);
  const checks: Check[] = [];
  const amounts = [...byCode].map(([of, taxes], position) => {
    const id = `tax_${position + 1}`;
    const amount = taxAmount(steps, { id, of, taxes, explained });
    const cents = steps.add({
      id: `${id}_cents`,
      kind: 'tax_cents',
      rule,
      of,
      op: 'round_half_up',
      args: [amount],
      places: 0,
    });
    checks.push(...invoiceTaxCheck(explained, of, cents));
    return amount;
  });
  const sum = steps.add({ id: 'taxes_unrounded', kind: 'taxes', rule, op: 'sum', args: amounts });
  const cents = steps.add({ id: 'taxes', kind: 'taxes_cents', rule, op: 'round_half_up', args: [sum], places: 0 });
  return { cents, checks };
}

const invoiceTaxCheck = ({ taxes }: ExplainedInvoice, code: string, cents: string): Check[] => {
  const stored = taxes.find(({ tax_code: each }) => each === code);
  return stored ? [checkOf(`applied_taxes.${code}.amount_cents`, stored.amount_cents, cents)] : [];
};

interface TaxOfFees {
  id: string;
  of: string;
  taxes: FeeTaxRow[];
  explained: ExplainedInvoice;
}

/** A tax on the sum of its fees, less their discounts, unrounded (invoices, section 4.4). */
function taxAmount(steps: Steps, { id, of, taxes, explained }: TaxOfFees): string {
  const fees = new Map(explained.fees.map((fee) => [fee.id, fee]));
  const rule = 'invoices, section 4.4';
  const byRate = groupBy(taxes, ({ tax_id: taxId, tax_rate: rate }) => (taxId === null ? 'engine' : rate));
  const parts = [...byRate].map(([rate, some], position) => {
    const name = byRate.size === 1 ? id : `${id}_rate_${position + 1}`;
    if (rate === 'engine') {
      const args = some.map(({ amount_cents: cents }) => String(cents));
      return steps.add({ id: name, kind: 'engine_tax', rule: 'webhooks, section 19', of, op: 'sum', args });
    }
    const taxed = some.flatMap(({ fee_id: feeId }) => fees.get(feeId) ?? []);
    const sum = (part: string, args: string[]) =>
      steps.add({ id: `${name}_${part}`, kind: `taxed_${part}`, rule, of, op: 'sum', args });
    const amounts = sum(
      'fees',
      taxed.map((fee) => String(fee.amount_cents)),
    );
    const discounts = sum(
      'discounts',
      taxed.map((fee) => fee.precise_coupons_amount_cents),
    );
    const base = steps.add({ id: `${name}_base`, kind: 'tax_base', rule, of, op: 'sub', args: [amounts, discounts] });
    return steps.add({ id: name, kind: 'tax', rule, of, op: 'mul', args: [base, rate, '0.01'] });
  });
  return parts.length === 1 ? (parts[0] as string) : steps.add({ id, kind: 'tax', rule, of, op: 'sum', args: parts });
}

/** Fees that were paid before their invoice have their taxes already (charges, section 3.8). */
function taxesOfPaidFees(steps: Steps, explained: ExplainedInvoice): TaxAmounts {
  const rule = 'charges, section 3.8';
  const checks: Check[] = [];
  const byCode = groupBy(explained.feeTaxes, ({ tax_code: code }) => code);
  for (const [position, [of, taxes]] of [...byCode].entries()) {
    const args = taxes.map(({ amount_cents: cents }) => String(cents));
    const cents = steps.add({ id: `tax_${position + 1}`, kind: 'tax_cents', rule, of, op: 'sum', args });
    checks.push(...invoiceTaxCheck(explained, of, cents));
  }
  const args = explained.fees.map((fee) => String(fee.taxes_amount_cents));
  return { cents: steps.add({ id: 'taxes', kind: 'taxes_cents', rule, op: 'sum', args }), checks };
}
