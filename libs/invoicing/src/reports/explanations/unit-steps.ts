import { findAggregation } from '@tollgate/rating';
import type {
  ChargeInputs,
  StoredBilledUnits,
  StoredMetric,
  StoredUnitDays,
} from '../../model/fee-inputs/fee-inputs.tables.js';
import type { Steps } from './steps.js';

const roundingOps = { round: 'round_half_up', ceil: 'ceil', floor: 'floor' } as const;

/** Decimals to which prorated and weighted quantities are rounded up. */
const proratedPlaces = 5;
const weightedPlaces = 20;

/** The units of a part of a charge: measured, prorated or weighted, then rounded. @returns the priced units */
export function unitSteps(steps: Steps, inputs: ChargeInputs): string {
  const units = measuredSteps(steps, inputs);
  return inputs.billed ? billedSteps(steps, inputs.billed, inputs.prorated, units) : units;
}

/** The units of usage in advance: those that events have billed never decrease (metering, section 4.5). */
function billedSteps(steps: Steps, billed: StoredBilledUnits, isProrated: boolean, units: string): string {
  const { total, state, units: ofEvents, days, period_days: periodDays } = billed;
  const add = (id: string, op: 'sum' | 'sub' | 'max' | 'mul', args: string[]) =>
    steps.add({ id, kind: id, rule: 'metering, section 4.5', op, args });
  if (!state) return isProrated && days === periodDays ? add('whole_units', 'sum', [total]) : units;
  if (!isProrated)
    return add('units_in_advance', 'sum', [add('units_beyond', 'sub', [units, state.current]), state.highest]);
  const carried = add('carried_units', 'sub', [total, add('units_of_events', 'max', [state.current, '0'])]);
  const share = steps.add({
    id: 'carried_units_prorated',
    kind: 'prorated_units',
    rule: 'metering, section 4.4',
    op: 'ceil',
    args: [add('carried_unit_days', 'mul', [carried, String(days)]), String(periodDays)],
    places: proratedPlaces,
  });
  return add('units_in_advance', 'sum', [share, ofEvents]);
}

function measuredSteps(steps: Steps, { metric, usage, unit_days: days, level, unrounded_units }: ChargeInputs): string {
  if (days) return roundedSteps(steps, metric, unitDaySteps(steps, days));
  if (level) return roundedSteps(steps, metric, levelSteps(steps, level));
  return roundedSteps(steps, metric, {
    kind: metric.aggregation_type,
    rule: aggregationRule(metric),
    op: 'sum',
    args: [unrounded_units ?? usage.units],
  });
}

type Quantity = Pick<Parameters<Steps['add']>[0], 'kind' | 'rule' | 'op' | 'args' | 'places'>;

/** Rounds a quantity as its metric says, once (metering, section 4). */
function roundedSteps(steps: Steps, metric: StoredMetric, quantity: Quantity): string {
  if (metric.rounding_function === null) return steps.add({ id: 'units', ...quantity });
  const unrounded = steps.add({ id: 'unrounded_units', ...quantity });
  return steps.add({
    id: 'units',
    kind: 'rounded_units',
    rule: 'metering, section 4',
    op: roundingOps[metric.rounding_function],
    args: [unrounded],
    places: metric.rounding_precision ?? 0,
  });
}

function unitDaySteps(steps: Steps, { period_days: periodDays, parts, further }: StoredUnitDays): Quantity {
  const products = parts.map(([from, days, units], position) =>
    steps.add({
      id: `unit_days_${position + 1}`,
      kind: 'unit_days',
      rule: 'metering, section 4.4',
      of: from,
      op: 'mul',
      args: [units, String(days)],
    }),
  );
  const unitDays = steps.add({
    id: 'unit_days',
    kind: 'unit_days_total',
    rule: 'metering, section 4.4',
    op: 'sum',
    args: [...products, ...(further ? [further.unit_days] : [])],
  });
  return {
    kind: 'prorated_units',
    rule: 'metering, section 4.4',
    op: 'ceil',
    args: [unitDays, String(periodDays)],
    places: proratedPlaces,
  };
}

function levelSteps(steps: Steps, level: NonNullable<ChargeInputs['level']>): Quantity {
  const rule = 'metering, section 4.3';
  const opening = steps.add({
    id: 'opening_level',
    kind: 'opening_level',
    rule,
    op: 'mul',
    args: [level.opening, level.opening_micros],
  });
  const held = steps.add({ id: 'held_level', kind: 'held_level', rule, op: 'sum', args: [opening, level.unit_micros] });
  return { kind: 'weighted_units', rule, op: 'ceil', args: [held, level.period_micros], places: weightedPlaces };
}

/** The section that defines an aggregation (metering, section 4). */
export const aggregationRule = ({ aggregation_type: type }: Pick<StoredMetric, 'aggregation_type'>): string =>
  findAggregation(type)?.rule ?? 'metering, section 4';
