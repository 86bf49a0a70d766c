import type { ExplanationDifference, FeeExplanation, InvoiceExplanation, UsageExplanation } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import type { FeeRow, FeeTaxRow } from '../../model/fees/fees.repository.js';
import type {
  ChargeInputs,
  StoredCharge,
  StoredFeeInputs,
  StoredPrice,
} from '../../model/fee-inputs/fee-inputs.tables.js';
import { checkOf, differencesOf } from './checks.js';
import { discountSteps } from './discount-steps.js';
import { feeSteps } from './fee-steps.js';
import { invoiceSteps, type ExplainedInvoice } from './invoice-steps.js';
import { presentDeductions, type CouponNames } from './deductions.presenter.js';
import { feeTaxSteps } from './tax-steps.js';

/** A fee with what determined it. */
export interface ExplainedFee {
  fee: FeeRow;
  taxes: FeeTaxRow[];
  format: number;
  inputs: StoredFeeInputs;
  /** Its invoice, if it has discounts; null otherwise. */
  invoice: ExplainedInvoice | null;
}

/** Derives the steps of a fee, and compares their results with what is stored. */
export function presentFeeExplanation({ fee, taxes, format, inputs, invoice }: ExplainedFee): FeeExplanation {
  const steps = feeSteps(inputs, fee.currency);
  const discounts = discountSteps(fee, invoice);
  const taxSteps = feeTaxSteps(fee, taxes);
  const last = `$${steps.list.at(-1)?.id ?? ''}`;
  const differences = [
    ...differencesOf(steps, [checkOf('amount_cents', fee.amount_cents, last)]),
    ...differencesOf(discounts.steps, discounts.checks),
    ...differencesOf(taxSteps.steps, taxSteps.checks),
  ];
  return {
    ...ownFields(inputs),
    svc_fee_id: fee.id,
    format,
    amount_cents: centsNumber(fee.amount_cents),
    amount_currency: fee.currency,
    taxes_amount_cents: centsNumber(fee.taxes_amount_cents),
    rated_at: isoSeconds(fee.created_at),
    agrees: differences.length === 0,
    differences,
    steps: steps.list,
    discount_steps: discounts.steps.list,
    tax_steps: taxSteps.steps.list,
  } as FeeExplanation;
}

/** Derives the steps of usage that is on no invoice yet, and compares their result with its amount. */
export function presentUsageExplanation(
  inputs: ChargeInputs,
  { currency, cents }: { currency: string; cents: bigint },
): UsageExplanation {
  const steps = feeSteps(inputs, currency);
  const differences = differencesOf(steps, [checkOf('amount_cents', cents, `$${steps.list.at(-1)?.id ?? ''}`)]);
  return {
    ...chargeFields(inputs),
    events_count: inputs.usage.events_count,
    amount_cents: centsNumber(cents),
    amount_currency: currency,
    agrees: differences.length === 0,
    differences,
    steps: steps.list,
  } as UsageExplanation;
}

/** The fields of a kind of fee. */
function ownFields(inputs: StoredFeeInputs) {
  switch (inputs.kind) {
    case 'charge':
      return { kind: inputs.kind, ...chargeFields(inputs), events_count: inputs.usage.events_count };
    case 'event':
      return {
        kind: inputs.kind,
        ...chargeFields(inputs),
        event_transaction_id: inputs.event.transaction_id,
        event_timestamp: seconds(inputs.event.timestamp),
        event_value: inputs.event.value,
      };
    case 'minimum': {
      const { kind, plan_code, charge_code, conversion_rate: rate } = inputs;
      return { kind, plan_code, charge_code, conversion_rate: rateText(rate) };
    }
    case 'subscription': {
      const { kind, plan_code, timezone, formula, trial_ended_at: end } = inputs;
      return { kind, plan_code, timezone, formula, trial_end: end === null ? null : seconds(end) };
    }
    case 'fixed_charge':
    case 'fixed_charge_change': {
      const { kind, plan_code, charge_code, price, prorated } = inputs;
      return { kind, plan_code, charge_code, ...priceFields(price), prorated };
    }
    case 'commitment':
      return { kind: inputs.kind, plan_code: inputs.plan_code };
    case 'add_on':
    case 'credit':
      return { kind: inputs.kind };
  }
}

const seconds = (instant: string): string => isoSeconds(new Date(instant));
const rateText = (rate: string | null): string | null => (rate === null ? null : decimalText(new Decimal(rate)));

const priceFields = ({ charge_model, properties, conversion_rate: rate }: StoredPrice) => ({
  charge_model,
  properties,
  conversion_rate: rateText(rate),
});

const chargeFields = ({
  plan_code,
  charge_code,
  price,
  prorated,
  metric,
  filters,
  grouped_by,
  timezone,
  usage_from: from,
  usage_to: to,
}: StoredCharge & { timezone: string; usage_from: string; usage_to: string }) => ({
  plan_code,
  charge_code,
  ...priceFields(price),
  prorated,
  metric,
  filters,
  grouped_by,
  timezone,
  usage_from_datetime: seconds(from),
  usage_to_datetime: seconds(to),
});

/** Derives the steps of an invoice, and compares their results with what is stored. */
export function presentInvoiceExplanation(
  explained: ExplainedInvoice,
  withInputs: ReadonlySet<string>,
  couponNames: CouponNames,
): InvoiceExplanation {
  const { invoice, fees } = explained;
  const derived = invoiceSteps(explained);
  const { steps } = derived;
  const differences: ExplanationDifference[] = differencesOf(steps, derived.checks);
  return {
    svc_invoice_id: invoice.id,
    total_amount_cents: centsNumber(invoice.total_amount_cents),
    total_amount_currency: invoice.currency,
    agrees: differences.length === 0,
    differences,
    steps: steps.list,
    fees: fees.map((fee) => ({
      svc_fee_id: fee.id,
      amount_cents: centsNumber(fee.amount_cents),
      precise_coupons_amount_cents: decimalText(new Decimal(fee.precise_coupons_amount_cents)),
      explained: withInputs.has(fee.id),
    })),
    ...presentDeductions(explained, derived, couponNames),
  };
}
