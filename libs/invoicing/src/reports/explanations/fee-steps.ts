import type {
  AddOnInputs,
  ChargeInputs,
  CommitmentInputs,
  CreditInputs,
  MinimumInputs,
  StoredFeeInputs,
  SubscriptionInputs,
} from '../../model/fee-inputs/fee-inputs.tables.js';
import { centsSteps, convertedSteps, roundedCents, roundedPriceSteps } from './cents-steps.js';
import { eventSteps } from './event-steps.js';
import { fixedChargeSteps, unitChangeSteps } from './fixed-charge-steps.js';
import { priceSteps } from './price-steps.js';
import { Steps } from './steps.js';
import { unitSteps } from './unit-steps.js';

/** The steps from what determined a fee to its amount in cents, which is the last one. */
export function feeSteps(inputs: StoredFeeInputs, currency: string): Steps {
  const steps = new Steps();
  switch (inputs.kind) {
    case 'charge':
      chargeSteps(steps, inputs, currency);
      break;
    case 'event':
      centsSteps(steps, eventSteps(steps, inputs, currency), inputs.price, currency);
      break;
    case 'minimum':
      minimumSteps(steps, inputs, currency);
      break;
    case 'subscription':
      subscriptionSteps(steps, inputs);
      break;
    case 'fixed_charge':
      fixedChargeSteps(steps, inputs, currency);
      break;
    case 'fixed_charge_change':
      unitChangeSteps(steps, inputs, currency);
      break;
    case 'commitment':
      commitmentSteps(steps, inputs);
      break;
    case 'add_on':
      addOnSteps(steps, inputs);
      break;
    case 'credit':
      creditSteps(steps, inputs);
      break;
  }
  return steps;
}

function chargeSteps(steps: Steps, inputs: ChargeInputs, currency: string): void {
  const { price, usage } = inputs;
  const units = unitSteps(steps, inputs);
  const amount = priceSteps({ steps, prefix: '', price, usage, units, currency });
  roundedPriceSteps(steps, { amount, quantities: [units, usage.full_units ?? units] }, price, currency);
}

/** Fills up the minimum of a charge for the days of the period (charges, section 2.6). */
function minimumSteps(steps: Steps, inputs: MinimumInputs, currency: string): void {
  const rule = 'charges, section 2.6';
  const days = steps.add({
    id: 'minimum_days',
    kind: 'minimum_days',
    rule,
    op: 'mul',
    args: [inputs.minimum_cents, String(inputs.days)],
  });
  const minimum = steps.add({
    id: 'minimum',
    kind: 'minimum',
    rule,
    op: 'div',
    args: [days, String(inputs.period_days)],
  });
  const further = inputs.further_used_cents;
  const used = steps.add({
    id: 'used',
    kind: 'used',
    rule,
    op: 'sum',
    args: [...inputs.used_cents, ...(further === null ? [] : [further])],
  });
  const missing = steps.add({ id: 'missing', kind: 'missing', rule, op: 'sub', args: [minimum, used] });
  if (inputs.conversion_rate === null) {
    roundedCents(steps, [missing], rule);
    return;
  }
  const pricing = steps.add({
    id: 'pricing_cents',
    kind: 'round_to_pricing_unit',
    rule: 'charges, section 8',
    op: 'round_half_up',
    args: [missing],
    places: 0,
  });
  convertedSteps(steps, pricing, inputs.conversion_rate, currency);
}

/** The price of a plan for its days (subscriptions, section 5.1). */
function subscriptionSteps(steps: Steps, inputs: SubscriptionInputs): void {
  const { plan_amount_cents: price, counted, in_trial: inTrial } = inputs;
  if (inTrial) {
    const free = steps.add({
      id: 'in_trial',
      kind: 'in_trial',
      rule: 'subscriptions, section 5.3',
      op: 'mul',
      args: [price, '0'],
    });
    roundedCents(steps, [free], 'subscriptions, section 5.1');
    return;
  }
  if (!counted) {
    roundedCents(steps, [price], 'subscriptions, section 5.1');
    return;
  }
  const rule = 'subscriptions, section 5.1';
  const args = [String(counted.days), counted.without_last_day ? '1' : '0'];
  const started = steps.add({ id: 'days_counted', kind: 'days_counted', rule, of: counted.from, op: 'sub', args });
  const days = steps.add({ id: 'days', kind: 'billed_days', rule, op: 'max', args: [started, '0'] });
  const priced = steps.add({ id: 'price_days', kind: 'price_days', rule, op: 'mul', args: [price, days] });
  roundedCents(steps, [priced, String(counted.period_days)], rule);
}

/** Fills up a minimum commitment (charges, section 6.1). */
function commitmentSteps(steps: Steps, inputs: CommitmentInputs): void {
  const rule = 'charges, section 6.1';
  const days = steps.add({
    id: 'commitment_days',
    kind: 'minimum_days',
    rule,
    op: 'mul',
    args: [inputs.commitment_cents, String(inputs.days)],
  });
  const minimum = steps.add({
    id: 'minimum',
    kind: 'minimum',
    rule,
    op: 'round_half_up',
    args: [days, String(inputs.period_days)],
    places: 0,
  });
  const args = [inputs.billed_cents, inputs.new_cents];
  const billed = steps.add({ id: 'billed', kind: 'used', rule, op: 'sum', args });
  const missing = steps.add({ id: 'missing', kind: 'missing', rule, op: 'sub', args: [minimum, billed] });
  steps.add({ id: 'cents', kind: 'not_below_zero', rule, op: 'max', args: [missing, '0'] });
}

function addOnSteps(steps: Steps, inputs: AddOnInputs): void {
  const args = [inputs.unit_amount_cents, inputs.units];
  const price = steps.add({ id: 'units_price', kind: 'units_price', rule: 'invoices, section 10', op: 'mul', args });
  roundedCents(steps, [price], 'invoices, section 10');
}

/** Sold credits cost the amount of their sale, whole cents (wallets, section 1). */
function creditSteps(steps: Steps, inputs: CreditInputs): void {
  steps.add({ id: 'cents', kind: 'sold_credits', rule: 'wallets, section 1', op: 'sum', args: [inputs.amount_cents] });
}
