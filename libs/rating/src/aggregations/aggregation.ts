import type { Allowance } from '../charge-models/running-total.js';
import type { Decimal } from '../decimal.js';
import type { HighWater, Increment } from '../in-advance/high-water.js';
import type { ProratedUnits, ProratedWindow } from './prorated-units.js';
import type { AggregatedUsage, AggregatedWindow, MetricTerms, UsageEvent } from './usage.js';

/** How units are shared out over a period (metering, section 4.4). */
export interface ProratedBy {
  /** @param events all up to the end of the period, in time order */
  units(events: readonly UsageEvent[], window: ProratedWindow): ProratedUnits;
  /** Whether the share of each change is rounded up by itself. */
  readonly sharesRounded: boolean;
}

/** Whether an event adds an absent value (1), removes a present one (-1), or neither. */
export type PresenceStep = 1 | 0 | -1;

/** The amount that one event adds to the usage of a charge in advance. */
export interface EventAmount {
  /** As a transaction: 1 for a counted event. */
  readonly value: Decimal;
  readonly units: Decimal;
  /** The change of the count of events. */
  readonly events: number;
}

/** How a charge in advance bills single events (metering, section 4.5). */
export interface BilledEvents {
  /** The amount of an event; null if it does not count. @param step of distinct values only */
  amount(value: string | null, step: PresenceStep): EventAmount | null;
  /** The units that it bills, and the total of the period after it. @param state null: the first event */
  bill(
    state: HighWater | null,
    amount: EventAmount,
    step: PresenceStep,
  ): Omit<Increment, 'state'> & { readonly state: HighWater | null };
  /** Whether it bills only what exceeds the highest total of the period. */
  readonly keepsTotal: boolean;
  /** Whether events that a recurring quantity carries over are no transactions of the period. */
  readonly transactionsOfPeriod: boolean;
}

/**
 * How days make the units of a period. They add up, or they change a level, which goes on. Where neither holds, only a
 * whole period has units.
 */
export type DaysOfUnits = 'sum' | 'level' | 'whole';

/**
 * A way to make units of events. Everything that depends on it is here: metrics, charges, usage, fees in advance and
 * explanations read it from the registry. The statements of the usage store have a declaration of their own.
 */
export interface Aggregation {
  /** In the interface and in the database. */
  readonly name: string;
  /** The form of the metric's field that it reads; events without it do not count (metering, section 3.1). */
  readonly reads: 'nothing' | 'text' | 'number';
  /** Whether a metric may carry its quantity into the next period (catalog, section 2). */
  readonly mayRecur: boolean;
  /** Whether charges may price percentages of its units, or the prices that events state (catalog, section 4.1). */
  readonly prices: { readonly percentages: boolean; readonly ofEvents: boolean };
  /** Whether it counts values while they are present, so that an event's effect depends on earlier ones of its value. */
  readonly countsDistinct: boolean;
  /** Whether its units are shares of time: they grow without events, and need a weighted interval. */
  readonly isOverTime: boolean;
  /** Whether a recurring quantity continues from its last billed level, not from all earlier events. */
  readonly keepsBalance: boolean;
  /** How the free units of a percentage apply: to each event, to their running total, or not at all. */
  readonly freeUnits: 'one_per_unit' | 'running_total' | 'none';
  /** How days make a period, for forecasts of metrics whose quantity does not recur (catalog, section 24). */
  readonly ofDays: DaysOfUnits;
  /** The section of the reference that defines its units, for the steps of explanations. */
  readonly rule: string;
  /** Aggregates the events of one bucket over a period. @param free limits the running total */
  aggregate(
    metric: MetricTerms,
    events: readonly UsageEvent[],
    window: AggregatedWindow,
    free: Allowance,
  ): AggregatedUsage;
  /** Null: charges are not prorated. */
  readonly prorated: ProratedBy | null;
  /** Null: charges are billed in arrears only. */
  readonly inAdvance: BilledEvents | null;
}
