import type { StoredUsage } from '@tollgate/rating';
import type { EventInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import { modelOfPrice, priceSteps } from './price-steps.js';
import type { Steps } from './steps.js';
import { aggregationRule } from './unit-steps.js';

const proratedPlaces = 5;

/**
 * The price of an event: of all usage with it, less that without it, and not below 0 (metering, section 5.10).
 * @returns the amount in the main unit
 */
export function eventSteps(steps: Steps, inputs: EventInputs, currency: string): string {
  const rule = 'metering, section 5.10';
  const billed = billedSteps(steps, inputs);
  if (!inputs.priced)
    return steps.add({
      id: 'amount',
      kind: 'not_above_billed',
      rule: 'metering, section 4.5',
      op: 'mul',
      args: [billed, '0'],
    });
  const { metric, price } = inputs;
  const priced = (prefix: 'with_' | 'without_', usage: StoredUsage, units: string) =>
    priceSteps({ steps, prefix, price, usage, units, currency });
  if (modelOfPrice(price).events.isIndependent) return notBelowZero(steps, priced('with_', inputs.with_event, billed));
  const units = steps.add({
    id: 'with_units',
    kind: metric.aggregation_type,
    rule: aggregationRule(metric),
    op: 'sum',
    args: [inputs.with_event.units],
  });
  const withEvent = priced('with_', inputs.with_event, units);
  if (!inputs.without_event) return notBelowZero(steps, withEvent);
  const before = steps.add({ id: 'without_units', kind: 'units_before', rule, op: 'sub', args: [units, billed] });
  const without = priced('without_', inputs.without_event, before);
  const difference = steps.add({ id: 'difference', kind: 'difference', rule, op: 'sub', args: [withEvent, without] });
  return notBelowZero(steps, difference);
}

const notBelowZero = (steps: Steps, amount: string): string =>
  steps.add({ id: 'amount', kind: 'not_below_zero', rule: 'metering, section 5', op: 'max', args: [amount, '0'] });

/** The units beyond the highest billed total, for their days of the period (metering, sections 4.4 and 4.5). */
function billedSteps(steps: Steps, { before, change, days, period_days: periodDays }: EventInputs): string {
  const rule = 'metering, section 4.5';
  const current = before?.current ?? '0';
  const running = steps.add({ id: 'running_units', kind: 'running_units', rule, op: 'sum', args: [current, change] });
  const args = [running, before?.highest ?? '0'];
  const above = steps.add({ id: 'units_above_billed', kind: 'units_above_billed', rule, op: 'sub', args });
  const billed = steps.add({ id: 'billed_units', kind: 'billed_units', rule, op: 'max', args: [above, '0'] });
  if (days === null) return billed;
  const of = 'metering, section 4.4';
  const unitDays = steps.add({ id: 'unit_days', kind: 'unit_days', rule: of, op: 'mul', args: [billed, String(days)] });
  return steps.add({
    id: 'prorated_units',
    kind: 'prorated_units',
    rule: of,
    op: 'ceil',
    args: [unitDays, String(periodDays ?? 0)],
    places: proratedPlaces,
  });
}
