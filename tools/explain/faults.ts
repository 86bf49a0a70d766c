// Finds faults of explanations of fees and invoices, by the objects that they explain.
import { type Deductions, faultsOfDeductions } from './deductions.ts';
import { isSame, rational } from './rational.ts';
import { computeSteps, type Step, textOf } from './steps.ts';

interface AppliedTax {
  tax_code: string;
  amount_cents: number;
}

/** A fee in its own answer: the fields that its explanation must lead to. */
export interface CheckedFee {
  svc_id: string;
  amount_cents: number;
  taxes_amount_cents: number;
  precise_coupons_amount_cents: string;
  units: string;
  item: { code: string; filters: unknown; grouped_by: unknown };
  applied_taxes: AppliedTax[];
}

interface Explanation {
  agrees: boolean;
  differences: unknown[];
  steps: Step[];
}

export interface FeeExplanation extends Explanation {
  kind: string;
  prorated?: boolean;
  metric?: { code: string };
  filters?: unknown;
  grouped_by?: unknown;
  discount_steps: Step[];
  tax_steps: Step[];
}

/** The explanation of a part of the running period's usage. */
export interface UsageExplanation extends Explanation {
  charge_code: string;
  amount_cents: number;
}

/** The faults of the explanations of usage that is not invoiced yet. @param cents of the whole usage */
export function faultsOfUsage(explanations: UsageExplanation[], cents: number): string[] {
  const faults = explanations.flatMap((explanation) => {
    const amount = new Comparison(explanation.steps);
    amount.agrees(explanation);
    amount.equals(undefined, explanation.amount_cents, 'amount');
    return amount.faults.map((fault) => `charge ${explanation.charge_code}: ${fault}`);
  });
  const sum = explanations.reduce((total, { amount_cents: amount }) => total + amount, 0);
  return sum === cents ? faults : [...faults, `the parts of the usage are ${sum}, not ${cents}`];
}

/** An invoice with its fees: the amounts that its explanation must lead to. */
export interface CheckedInvoice {
  svc_id: string;
  fees_amount_cents: number;
  progressive_billing_credit_amount_cents: number;
  coupons_amount_cents: number;
  sub_total_excluding_taxes_amount_cents: number;
  taxes_amount_cents: number;
  sub_total_including_taxes_amount_cents: number;
  credit_notes_amount_cents: number;
  prepaid_credit_amount_cents: number;
  total_amount_cents: number;
  applied_taxes: AppliedTax[];
  prepaid_granted_credit_amount_cents: number | null;
  prepaid_purchased_credit_amount_cents: number | null;
  fees: { svc_id: string; amount_cents: number; precise_coupons_amount_cents: string }[];
  credits: { amount_cents: number; item: { type: string } }[];
}

export interface InvoiceExplanation extends Explanation, Deductions {
  fees: { svc_fee_id: string; amount_cents: number; explained: boolean }[];
}

/** Compares steps with amounts. */
class Comparison {
  readonly faults: string[];
  private readonly steps: Step[];
  private readonly values: ReturnType<typeof computeSteps>['values'];

  constructor(steps: Step[]) {
    const { values, faults } = computeSteps(steps);
    this.steps = steps;
    this.values = values;
    this.faults = faults;
  }

  /** @param id of the step; undefined: the last one */
  equals(id: string | undefined, stored: number | string, what: string): void {
    const name = id ?? this.steps.at(-1)?.id ?? '';
    const value = this.values.get(name);
    if (!value) this.faults.push(`${what}: there is no step ${name}`);
    else if (!isSame(value, rational(String(stored))))
      this.faults.push(`${what}: step ${name} leads to ${textOf(value)}, not ${stored}`);
  }

  /** The cents of each tax, in steps that name its code. */
  taxes(applied: AppliedTax[]): void {
    for (const { tax_code: code, amount_cents: cents } of applied) {
      const rounded = this.steps.find(({ kind, of }) => kind === 'tax_cents' && of === code);
      const own = rounded ?? this.steps.find(({ kind, of }) => kind === 'engine_tax' && of === code);
      if (own) this.equals(own.id, cents, `tax ${code}`);
      else this.faults.push(`tax ${code}: no step computes it`);
    }
  }

  same(actual: unknown, expected: unknown, what: string): void {
    const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (one !== other) this.faults.push(`${what}: ${one}, not ${other}`);
  }

  agrees({ agrees, differences }: Explanation): void {
    if (!agrees || differences.length > 0)
      this.faults.push(`the service finds differences: ${JSON.stringify(differences)}`);
  }
}

/** The faults of the explanation of a fee. */
export function faultsOfFee(fee: CheckedFee, explanation: FeeExplanation): string[] {
  const amount = new Comparison(explanation.steps);
  amount.agrees(explanation);
  amount.equals(undefined, fee.amount_cents, 'amount');
  if (explanation.metric) {
    amount.same(explanation.metric.code, fee.item.code, 'metric');
    amount.same(explanation.filters, fee.item.filters, 'filters');
    amount.same(explanation.grouped_by, fee.item.grouped_by, 'groups');
  }
  const isNegative = explanation.steps.some(({ kind }) => kind === 'negative');
  if (explanation.kind === 'charge' && !explanation.prorated && !isNegative) amount.equals('units', fee.units, 'units');
  const discounts = new Comparison(explanation.discount_steps);
  discounts.equals(undefined, fee.precise_coupons_amount_cents, 'discounts');
  const taxes = new Comparison(explanation.tax_steps);
  taxes.same(taxableArguments(explanation), [fee.amount_cents, Number(fee.precise_coupons_amount_cents)], 'taxable');
  taxes.taxes(fee.applied_taxes);
  taxes.equals(undefined, fee.taxes_amount_cents, 'taxes');
  return [...amount.faults, ...discounts.faults, ...taxes.faults];
}

const taxableArguments = ({ tax_steps: steps }: FeeExplanation): number[] =>
  (steps.find(({ id }) => id === 'taxable')?.args ?? []).map(Number);

/** The faults of the explanation of an invoice. */
export function faultsOfInvoice(invoice: CheckedInvoice, explanation: InvoiceExplanation): string[] {
  const compared = new Comparison(explanation.steps);
  compared.agrees(explanation);
  const cents = (id: string, field: keyof CheckedInvoice) => compared.equals(id, Number(invoice[field]), field);
  cents('fees', 'fees_amount_cents');
  cents('progressive_credit', 'progressive_billing_credit_amount_cents');
  cents('coupons', 'coupons_amount_cents');
  cents('sub_total_excluding_taxes', 'sub_total_excluding_taxes_amount_cents');
  cents('taxes', 'taxes_amount_cents');
  cents('sub_total_including_taxes', 'sub_total_including_taxes_amount_cents');
  cents('credit_notes', 'credit_notes_amount_cents');
  cents('prepaid_credits', 'prepaid_credit_amount_cents');
  compared.equals(undefined, invoice.total_amount_cents, 'total');
  compared.taxes(invoice.applied_taxes);
  const amounts = (fees: { amount_cents: number }[]) => fees.map((fee) => fee.amount_cents);
  compared.same(amounts(explanation.fees), amounts(invoice.fees), 'fees');
  const summed = explanation.steps.find(({ id }) => id === 'fees')?.args.map(Number);
  compared.same(summed, amounts(invoice.fees), 'amounts of fees');
  return [...compared.faults, ...faultsOfDeductions(invoice, explanation)];
}
