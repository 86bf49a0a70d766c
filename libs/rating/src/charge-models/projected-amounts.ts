import type { Decimal } from '../decimal.js';
import type { Usage } from './types.js';

/** A usage so far, and its units at the end of the period at the rate so far. */
export interface ProjectedUsage<Properties> {
  readonly properties: Properties;
  readonly usage: Usage;
  readonly units: Decimal;
  /** Elapsed share of the period, above 0. */
  readonly ratio: Decimal;
  /** The amount of another usage at the same price. */
  readonly amountOf: (usage: Usage) => Decimal;
}

type Projected = Pick<ProjectedUsage<unknown>, 'usage' | 'units' | 'ratio' | 'amountOf'>;

/** The price of the projected units. */
export const amountOfProjectedUnits = ({ usage, units, amountOf }: Projected): Decimal =>
  amountOf({ units, eventsCount: usage.eventsCount });

/** The price so far, projected. It aggregates again without free-unit options: the percentage part covers all units. */
export const projectedAmountSoFar = ({ usage, ratio, amountOf }: Projected): Decimal =>
  amountOf({ ...usage, runningTotal: [] }).div(ratio);
