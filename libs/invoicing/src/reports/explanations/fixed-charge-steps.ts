import type { StoredUsage } from '@tollgate/rating';
import type { FixedChargeInputs, StoredPrice, UnitChangeInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import { roundedPriceSteps } from './cents-steps.js';
import { priceSteps } from './price-steps.js';
import type { Steps } from './steps.js';

const unitPlaces = 6;

/** The price of a fixed charge's units for their days, less what the plan before was paid (charges, section 5). */
export function fixedChargeSteps(steps: Steps, inputs: FixedChargeInputs, currency: string): void {
  const { price, units: whole, unit_days: days, period_days: periodDays, paid } = inputs;
  const rule = 'charges, section 5.2';
  const inForce = days?.map(([units, each], position) => {
    const id = `units_${position + 1}`;
    const args = [units, String(each)];
    const unitDays = steps.add({ id: `${id}_days`, kind: 'unit_days', rule, op: 'mul', args });
    return steps.add({
      id,
      kind: 'prorated_units',
      rule,
      op: 'round_half_up',
      args: [unitDays, String(periodDays)],
      places: unitPlaces,
    });
  });
  const units = steps.add({ id: 'units', kind: 'fixed_units', rule, op: 'sum', args: inForce ?? [whole] });
  const cents = fixedPrice(steps, { price, units, whole, currency });
  const deducted = paidBeforeSteps(steps, paid);
  if (deducted === null) return;
  const deduction = 'charges, section 5.3';
  const rest = steps.add({ id: 'rest', kind: 'rest', rule: deduction, op: 'sub', args: [cents, deducted] });
  steps.add({ id: 'rest_cents', kind: 'not_below_zero', rule: deduction, op: 'max', args: [rest, '0'] });
}

/** The amount that earlier plans were paid for the same days, rounded once; null without any (charges, section 5.3). */
function paidBeforeSteps(steps: Steps, paid: FixedChargeInputs['paid']): string | null {
  const rule = 'charges, section 5.3';
  const kind = 'paid_before';
  const parts = paid
    .filter(({ paid_days: paidDays }) => paidDays > 0)
    .map(({ amount_cents: amount, days, paid_days: paidDays }, position) => {
      const id = `paid_${position + 1}`;
      const args = [amount, String(days)];
      const amountDays = steps.add({ id: `${id}_days`, kind: 'price_days', rule, op: 'mul', args });
      return { id, args: [amountDays, String(paidDays)] };
    });
  const [only] = parts;
  if (!only) return null;
  if (parts.length === 1) return steps.add({ ...only, kind, rule, op: 'round_half_up', places: 0 });
  const shares = parts.map((part) => steps.add({ ...part, kind, rule, op: 'div' }));
  const sum = steps.add({ id: 'paid', kind, rule, op: 'sum', args: shares });
  return steps.add({ id: 'paid_cents', kind, rule, op: 'round_half_up', args: [sum, '1'], places: 0 });
}

/** The price of the units beyond the paid ones, for the remaining days (charges, section 5.4). */
export function unitChangeSteps(steps: Steps, inputs: UnitChangeInputs, currency: string): void {
  const rule = 'charges, section 5.4';
  const args = [inputs.units, inputs.paid_units];
  const beyond = steps.add({ id: 'units_beyond_paid', kind: 'units_above_billed', rule, op: 'sub', args });
  const added = steps.add({ id: 'added_units', kind: 'billed_units', rule, op: 'max', args: [beyond, '0'] });
  if (!steps.isBelow('0', added)) {
    steps.add({ id: 'cents', kind: 'not_above_billed', rule, op: 'mul', args: [added, '0'] });
    return;
  }
  const units = inputs.prorated ? remainingUnits(steps, added, inputs) : added;
  fixedPrice(steps, { price: inputs.price, units, whole: decimalText(steps, added), currency });
}

function remainingUnits(steps: Steps, added: string, { days, period_days: periodDays }: UnitChangeInputs): string {
  const rule = 'charges, section 5.4';
  const unitDays = steps.add({ id: 'unit_days', kind: 'unit_days', rule, op: 'mul', args: [added, String(days)] });
  return steps.add({ id: 'units', kind: 'prorated_units', rule, op: 'div', args: [unitDays, String(periodDays)] });
}

const decimalText = (steps: Steps, reference: string): string =>
  steps.list.find(({ id }) => `$${id}` === reference)?.value ?? '0';

interface FixedPrice {
  price: StoredPrice;
  units: string;
  /** The units without proration. */
  whole: string;
  currency: string;
}

function fixedPrice(steps: Steps, { price, units, whole, currency }: FixedPrice): string {
  const usage: StoredUsage = {
    units: whole,
    full_units: whole,
    events_count: 0,
    free: null,
    transactions: null,
    events_price_cents: null,
    movements: null,
  };
  return roundedPriceSteps(
    steps,
    { amount: priceSteps({ steps, prefix: '', price, usage, units, currency }), quantities: [units, whole] },
    price,
    currency,
  );
}
