import { Decimal, ONE, ZERO, plainDecimal } from '../decimal.js';
import { allowanceOf } from '../charge-models/free-units.js';
import { hasAllowance } from '../charge-models/running-total.js';
import {
  nextTransaction,
  noTransactions,
  pricesTransactions,
  type TransactionsSoFar,
} from '../charge-models/percentage.js';
import type { ChargeModel, ChargeProperties, ListedTotal, Usage } from '../charge-models/types.js';
import type { AggregationType, UsageEvent } from '../aggregations/types.js';

/** How the events of a bucket add up. */
export interface RunningRules {
  readonly aggregationType: AggregationType;
  readonly model: ChargeModel;
  readonly properties: ChargeProperties;
}

/**
 * All that the price of one more event depends on of those before it, in constant space: instead of going through all of
 * them for each event, one goes on from here (metering, section 5.10). Values never change; a next event makes a next one.
 */
export interface RunningUsage {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly eventsPriceCents: Decimal;
  readonly listed: ListedTotal;
  /** Null where single transactions have no price of their own. */
  readonly transactions: TransactionsSoFar | null;
}

/** Before the first event of a bucket. */
export function noUsage({ model, properties }: RunningRules): RunningUsage {
  return {
    units: ZERO,
    eventsCount: 0,
    eventsPriceCents: ZERO,
    listed: { length: 0, last: ZERO, below: 0 },
    transactions: model === 'percentage' && pricesTransactions(properties) ? noTransactions(properties) : null,
  };
}

/** An event of a bucket, after all those before it. */
export interface NextEvent {
  readonly event: Pick<UsageEvent, 'value' | 'preciseTotalAmountCents'>;
  /** Whether it lies in the period; a recurring quantity goes on from earlier ones, its transactions do not. */
  readonly inPeriod: boolean;
  /** Of unique values: whether it adds an absent value, removes a present one, or does neither. */
  readonly change: 1 | 0 | -1;
}

/** Usage after one more event. */
export function withNextEvent(
  rules: RunningRules,
  usage: RunningUsage,
  { event, inPeriod, change }: NextEvent,
): RunningUsage {
  const value = rules.aggregationType === 'sum_agg' ? plainDecimal(event.value) : ONE;
  // What is no number does not count at all.
  if (value === null) return usage;
  const units = rules.aggregationType === 'unique_count_agg' ? new Decimal(change) : value;
  // Counted events are transactions as far as they are counted.
  const isTransaction = inPeriod || rules.aggregationType === 'count_agg';
  return {
    units: usage.units.plus(units),
    // Unique values are counted as they are present.
    eventsCount: usage.eventsCount + (rules.aggregationType === 'unique_count_agg' ? change : 1),
    eventsPriceCents: usage.eventsPriceCents.plus(event.preciseTotalAmountCents ?? ZERO),
    listed: rules.aggregationType === 'sum_agg' ? listOn(rules, usage.listed, value) : usage.listed,
    transactions:
      usage.transactions && isTransaction
        ? nextTransaction(rules.properties, usage.transactions, value)
        : usage.transactions,
  };
}

/** The running total of a percentage charge, as far as free units can reach. */
function listOn({ model, properties }: RunningRules, listed: ListedTotal, value: Decimal): ListedTotal {
  if (model !== 'percentage') return listed;
  const { events, total } = allowanceOf(properties);
  if (!hasAllowance({ events, total })) return listed;
  if (events > 0 ? listed.length >= events : listed.last.gt(total)) return listed;
  const last = listed.last.plus(value);
  return { length: listed.length + 1, last, below: listed.below + (last.lt(total) ? 1 : 0) };
}

/** Both sides of the price of an event: the usage with it and without it, of which its billed units are taken off. */
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
  { aggregationType, model, properties }: RunningRules,
  { units, eventsCount, eventsPriceCents, listed, transactions }: RunningUsage,
): Usage {
  const counted = model === 'percentage' && aggregationType !== 'sum_agg' && hasAllowance(allowanceOf(properties));
  return {
    units,
    eventsCount,
    eventsPriceCents,
    runningTotal: counted ? 'one_per_unit' : listed,
    ...(transactions ? { eventValues: { transactionsTotal: transactions.total } } : {}),
  };
}
