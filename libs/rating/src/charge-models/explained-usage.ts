import { Decimal } from '../decimal.js';

/** Usage as a price model takes it, stored with a fee: decimals as text. */
export interface StoredUsage {
  units: string;
  /** The quantity without proration, for prorated charges. */
  full_units: string | null;
  events_count: number;
  /** The free part of a model with free usage, from the order of its events. */
  free: { units: string; events: number } | null;
  /** Values of the single transactions, for their minimum or maximum; null if these do not apply. */
  transactions: StoredTransactions | null;
  /** Sum of the prices in the events, cents; null for models that do not take them. */
  events_price_cents: string | null;
  /** The changes of the quantity, for prorated prices by range. */
  movements: StoredMovements | null;
}

/** The values of transactions in time order, or their number if all are 1; beyond the bound their total price alone. */
export type StoredTransactions = { values: string[] } | { ones: number } | { total: string };

/** Changes of the quantity in time order: units, and the days for which they count. */
export interface StoredMovements {
  period_days: number;
  /** Whether the share of each change is rounded up by itself (unique values). */
  shares_rounded: boolean;
  changes: [units: string, days: number][];
  /** The changes beyond the bound: their shares of the period by range of the price, and the highest quantity. */
  further: { count: number; highest: string; total: string; shares: string[] } | null;
}

/** Operations of steps. A rounding of two arguments rounds their quotient. */
export const stepOperations = ['sum', 'sub', 'mul', 'div', 'min', 'max', 'ceil', 'floor', 'round_half_up'] as const;
export type StepOperation = (typeof stepOperations)[number];

/** A step before its value is known. An argument is a decimal text, or the reference of an earlier step. */
export interface NewStep {
  id: string;
  /** A word for the step, which a page translates. */
  kind: string;
  /** The page and section of the reference that states it. */
  rule: string;
  op: StepOperation;
  args: string[];
  /** Decimals of a rounding. */
  places?: number;
  /** The subject of the step: a range, a day, a fee. */
  of?: string;
}

/** Steps, each an operation on earlier ones, with exact values. */
export interface StepList {
  /** Adds a step. @returns its reference */
  add(step: NewStep): string;
  /** Whether an argument is below another. */
  isBelow(argument: string, other: string): boolean;
  /** The value of an argument; an endless one is rounded. */
  decimalOf(argument: string): Decimal;
}

/** A usage whose price is explained, with the references of its units. */
export interface PricedUsage<Properties> {
  readonly steps: StepList;
  /** Begins the name of each step, where two usages are priced. */
  readonly prefix: '' | 'with_' | 'without_';
  readonly properties: Properties;
  readonly usage: StoredUsage;
  /** The priced units. */
  readonly units: string;
  readonly currency: string;
}

const plainDecimal = /^-?\d+(\.\d+)?$/;

/**
 * A decimal of a property as an argument; absent or empty is 0. Properties may be written as `.5` or `5.`, arguments may
 * not.
 */
export function argumentOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '0';
  const text = String(value);
  return plainDecimal.test(text) ? text : new Decimal(text).toFixed();
}

/** Whether a decimal of a property is 0. */
export const isZero = (text: string): boolean => new Decimal(text).isZero();

/** Whether the priced units differ from 0. */
export const isUsed = ({ steps, units }: Pick<PricedUsage<unknown>, 'steps' | 'units'>): boolean =>
  steps.isBelow(units, '0') || steps.isBelow('0', units);

/** The text of a range: its bounds, the last one open. */
export const rangeName = ({
  from_value: from,
  to_value: to,
}: {
  readonly from_value: number;
  readonly to_value: number | null;
}): string => `${from}..${to ?? ''}`;
