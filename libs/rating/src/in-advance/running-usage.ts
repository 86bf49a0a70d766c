import { ZERO, type Decimal } from '../decimal.js';
import { aggregationOf } from '../aggregations/registry.js';
import { hasAllowance } from '../charge-models/running-total.js';
import type { ListedTotal, Usage } from '../charge-models/types.js';
import type { TransactionsSoFar, UsageNeeds } from '../charge-models/usage-needs.js';
import type { PresenceStep } from '../aggregations/aggregation.js';
import type { AggregationType, UsageEvent } from '../aggregations/types.js';

/** The rules for adding up the events of a bucket. */
export interface RunningRules {
  readonly aggregationType: AggregationType;
  readonly needs: Pick<UsageNeeds, 'allowance' | 'transactions'>;
}

/**
 * A constant-size summary of earlier events, from which the price of the next event follows without reading them again
 * (metering, section 5.10). Values are immutable; the next event creates a new one.
 */
export interface RunningUsage {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly eventsPriceCents: Decimal;
  readonly listed: ListedTotal;
  /** Null if single transactions have no price of their own. */
  readonly transactions: TransactionsSoFar | null;
}

/** The usage before the first event of a bucket. */
export function noUsage({ needs: { transactions } }: RunningRules): RunningUsage {
  return {
    units: ZERO,
    eventsCount: 0,
    eventsPriceCents: ZERO,
    listed: { length: 0, last: ZERO, below: 0 },
    transactions: transactions?.none ?? null,
  };
}

/** The next event of a bucket, after all earlier ones. */
export interface NextEvent {
  readonly event: Pick<UsageEvent, 'value' | 'preciseTotalAmountCents'>;
  /** Whether it lies in the period; a recurring quantity continues from earlier periods, its transactions do not. */
  readonly inPeriod: boolean;
  /** For unique values: whether it adds an absent value, removes a present one, or neither. */
  readonly change: PresenceStep;
}

/** Usage after one more event; one that does not count leaves it. */
export function withNextEvent(
  rules: RunningRules,
  usage: RunningUsage,
  { event, inPeriod, change }: NextEvent,
): RunningUsage {
  const { inAdvance, freeUnits } = aggregationOf(rules.aggregationType);
  const amount = inAdvance?.amount(event.value, change);
  if (!inAdvance || !amount) return usage;
  const { value, units, events } = amount;
  const { transactions: prices } = rules.needs;
  const isTransaction = inPeriod || !inAdvance.transactionsOfPeriod;
  return {
    units: usage.units.plus(units),
    eventsCount: usage.eventsCount + events,
    eventsPriceCents: usage.eventsPriceCents.plus(event.preciseTotalAmountCents ?? ZERO),
    listed: freeUnits === 'running_total' ? listOn(rules, usage.listed, value) : usage.listed,
    transactions:
      prices && usage.transactions && isTransaction ? prices.next(usage.transactions, value) : usage.transactions,
  };
}

/** Extends the running total, as far as free units can apply. */
function listOn({ needs: { allowance } }: RunningRules, listed: ListedTotal, value: Decimal): ListedTotal {
  if (!allowance || !hasAllowance(allowance)) return listed;
  const { events, total } = allowance;
  if (events > 0 ? listed.length >= events : listed.last.gt(total)) return listed;
  const last = listed.last.plus(value);
  return { length: listed.length + 1, last, below: listed.below + (last.lt(total) ? 1 : 0) };
}

/** Both sides of an event's price: the usage with it, and the usage without its billed units. */
export function usageAround(
  rules: RunningRules,
  [before, after]: readonly [RunningUsage, RunningUsage],
  event: { readonly billedUnits: Decimal; readonly priceCents?: Decimal | null },
): { usage: Usage; before: Usage } {
  return {
    usage: toUsage(rules, after),
    before: {
      ...toUsage(rules, before),
      units: after.units.minus(event.billedUnits),
      eventsCount: Math.max(after.eventsCount - 1, 0),
      eventsPriceCents: after.eventsPriceCents.minus(event.priceCents ?? ZERO),
    },
  };
}

function toUsage(
  { aggregationType, needs: { allowance } }: RunningRules,
  { units, eventsCount, eventsPriceCents, listed, transactions }: RunningUsage,
): Usage {
  const { freeUnits } = aggregationOf(aggregationType);
  const counted = freeUnits === 'one_per_unit' && allowance !== null && hasAllowance(allowance);
  return {
    units,
    eventsCount,
    eventsPriceCents,
    runningTotal: counted ? 'one_per_unit' : listed,
    ...(transactions ? { eventValues: { transactionsTotal: transactions.total } } : {}),
  };
}
