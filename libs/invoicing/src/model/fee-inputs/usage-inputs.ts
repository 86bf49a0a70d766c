import {
  freeUsage,
  hasAllowance,
  sumOf,
  usageNeeds,
  type Allowance,
  type DatedMovement,
  type PricedCharge,
  type Proration,
  type StoredMovements,
  type StoredTransactions,
  type StoredUsage,
  type TransactionPrices,
  type Usage,
  type UsageNeeds,
} from '@tollgate/rating';
import type { StoredUnitDays } from './fee-inputs.tables.js';
import { mostValues } from './input-bounds.js';

/** The prorated changes of a usage, as its aggregation returns them. */
export interface DatedMovements {
  movements: readonly DatedMovement[];
  periodDays: number;
  /** Whether the share of each change is rounded up by itself. */
  sharesRounded: boolean;
}

/** The parts of a usage that its price model reads. */
export function usageInputs(
  charge: Pick<PricedCharge, 'model' | 'properties'>,
  usage: Usage,
  dated: DatedMovements | null = null,
): StoredUsage {
  const { allowance, transactions, eventPrices, shares } = usageNeeds(charge);
  const free = allowance && freeUsage(allowance, usage);
  return {
    units: usage.units.toFixed(),
    full_units: usage.fullUnits?.toFixed() ?? null,
    events_count: usage.eventsCount,
    free: free && { units: free.units.toFixed(), events: free.events },
    transactions: transactions && transactionsOf(transactions, allowance, usage),
    events_price_cents: eventPrices ? (usage.eventsPriceCents?.toFixed() ?? '0') : null,
    movements: shares && usage.movements && dated ? movementsOf(shares, dated) : null,
  };
}

function transactionsOf(prices: TransactionPrices, allowance: Allowance | null, usage: Usage): StoredTransactions {
  const { eventValues: values = [], eventsCount } = usage;
  if (typeof values === 'object' && 'transactionsTotal' in values) return { total: values.transactionsTotal.toFixed() };
  const isEqual = values === 'one_per_unit';
  if (isEqual && !(allowance && hasAllowance(allowance))) return { ones: eventsCount };
  if ((isEqual ? eventsCount : values.length) > mostValues) return { total: prices.total(usage).toFixed() };
  return { values: isEqual ? Array.from({ length: eventsCount }, () => '1') : values.map((value) => value.toFixed()) };
}

function movementsOf(
  sharesOf: NonNullable<UsageNeeds['shares']>,
  { movements, periodDays, sharesRounded }: DatedMovements,
): StoredMovements {
  const joined = joinEqual(movements);
  const changes = joined.slice(0, mostValues);
  const beyond = joined.slice(mostValues);
  const further = beyond.length === 0 ? null : sharesOf(changes, beyond);
  return {
    period_days: periodDays,
    shares_rounded: sharesRounded,
    changes: changes.map(({ units, days }) => [units.toFixed(), days]),
    further: further && {
      count: beyond.length,
      highest: further.highest.toFixed(),
      total: further.total.toFixed(),
      shares: further.shares.map((share) => share.toFixed()),
    },
  };
}

/** Joins neighbouring additions of the same days, which cost the same together. */
function joinEqual(movements: readonly DatedMovement[]): DatedMovement[] {
  const joined: DatedMovement[] = [];
  for (const movement of movements) {
    const last = joined.at(-1);
    if (last && last.units.gt(0) && movement.units.gt(0) && last.days === movement.days)
      joined[joined.length - 1] = {
        ...last,
        units: last.units.plus(movement.units),
        proratedUnits: last.proratedUnits.plus(movement.proratedUnits),
      };
    else joined.push(movement);
  }
  return joined;
}

/** The days of a prorated quantity. */
export function unitDaysOf({ durationDays, parts }: Pick<Proration, 'durationDays' | 'parts'>): StoredUnitDays {
  const beyond = parts.slice(mostValues);
  return {
    period_days: durationDays,
    parts: parts.slice(0, mostValues).map(({ from, days, units }) => [from, days, units.toFixed()]),
    further:
      beyond.length === 0
        ? null
        : { count: beyond.length, unit_days: sumOf(beyond.map(({ units, days }) => units.times(days))).toFixed() },
  };
}
