import { Injectable } from '@nestjs/common';
import { Semaphore, type Instant } from '@tollgate/platform';
import { endOfDate, localDate, noBills, parseDate, runningPeriod, type UsagePeriod } from '@tollgate/rating';
import type { UsageTotals } from '../../model/figures/daily-usages.tables.js';
import { CurrentUsageService, type RunningUsage } from '../customer-usage/current-usage.service.js';
import {
  addedTotals,
  carriesOf,
  changesWithoutEvents,
  daysFrom,
  daysLater,
  computationInstant,
  totalsOf,
  type Used,
  type UsedInPeriods,
} from './daily-usage.rules.js';
import type { DailyUsageRow, Days, NewDays, SnapshotRow } from './daily-usages.repository.js';

/** The number of days rated in parallel; those of similar subscriptions share one query. */
const ratedAtOnce = 16;

/** A subscription with the first and the last day to compute, both included. */
export interface DaysToCompute extends UsedInPeriods {
  from: string;
  until: string;
}

/** The state of a subscription before the days to compute. */
export interface Before {
  lastSnapshot: SnapshotRow | undefined;
  /** The totals of the earlier days in the period of the first. */
  totals: UsageTotals;
}

/**
 * Computes days of a subscription: the usage of each beyond that of earlier days in its period (customers, section
 * 12.2).
 */
@Injectable()
export class SubscriptionDays {
  private readonly semaphore = new Semaphore(ratedAtOnce);

  constructor(private readonly usage: CurrentUsageService) {}

  /**
   * The oldest first.
   * @returns null without a day to compute
   * @throws the error of an incomputable day
   */
  async compute(
    organizationId: string,
    toCompute: DaysToCompute,
    before: Before,
    now: Instant,
  ): Promise<NewDays | null> {
    const { lastSnapshot } = before;
    const begun =
      lastSnapshot && lastSnapshot.usage_date >= toCompute.from
        ? rewound(lastSnapshot, toCompute, before.totals)
        : lastSnapshot;
    let latest = begun;
    const days: DailyUsageRow[] = [];
    const metrics = new Set<string>();
    for (const day of daysFrom(toCompute.from, toCompute.until)) {
      const at = computationInstant(toCompute, day, now);
      if (at === null) continue;
      if (!toCompute.used.has(day) && !(latest && changesWithoutEvents(toCompute, latest.carries, at))) continue;
      const consumer = { ...toCompute, running: periodAt(toCompute, at) };
      const usage = await this.semaphore.run(() => this.usage.rateUntil(organizationId, consumer, at));
      const totals = totalsOf(usage.rated);
      for (const code of Object.keys(totals)) metrics.add(code);
      const inPeriod = latest?.period_from.getTime() === usage.period.from ? latest.totals : {};
      days.push(...rowsOf(organizationId, toCompute, day, addedTotals(totals, inPeriod), usage));
      latest = {
        subscription_id: toCompute.subscription.id,
        organization_id: organizationId,
        usage_date: day,
        period_from: new Date(usage.period.from),
        totals,
        carries: carriesOf(usage.rated),
      };
    }
    if (!latest || latest === begun) return null;
    const { from, until, subscription } = toCompute;
    return { subscriptionId: subscription.id, from, until, metrics: [...metrics], days, snapshot: latest };
  }
}

const periodAt = ({ subscription, customer, periods }: UsedInPeriods, at: Instant): UsagePeriod =>
  runningPeriod(subscription.agreement, at, customer.timezone, periods);

const endOf = ({ customer }: Used, day: string): Instant => endOfDate(parseDate(day), customer.timezone);

/**
 * The days before the first one in its period, whose totals are subtracted. After a move to the west, the period begins
 * within a local day that the former zone had stored before it.
 */
export function daysBefore(toCompute: DaysToCompute): Days {
  const at = endOf(toCompute, toCompute.from);
  const from = Math.max(periodAt(toCompute, at).from, periodAt({ ...toCompute, periods: noBills }, at).from);
  return {
    subscriptionId: toCompute.subscription.id,
    from: localDate(from, toCompute.customer.timezone),
    before: toCompute.from,
  };
}

/**
 * A snapshot as of the day before. The changes without events since then are unknown, so the day is always computed.
 */
const rewound = (lastSnapshot: SnapshotRow, toCompute: DaysToCompute, totals: UsageTotals): SnapshotRow => ({
  ...lastSnapshot,
  usage_date: daysLater(toCompute.from, -1),
  period_from: new Date(periodAt(toCompute, endOf(toCompute, toCompute.from)).from),
  totals,
  carries: 'time',
});

const rowsOf = (
  organizationId: string,
  { subscription, customer }: Used,
  day: string,
  added: UsageTotals,
  { rated }: RunningUsage,
): DailyUsageRow[] =>
  Object.entries(added).map(([metricCode, { units, amountCents }]) => ({
    organization_id: organizationId,
    usage_date: day,
    subscription_id: subscription.id,
    metric_code: metricCode,
    customer_id: customer.id,
    external_subscription_id: subscription.externalId,
    plan_code: subscription.plan.code,
    recurring: rated.some(({ charge: { metric } }) => metric.code === metricCode && metric.recurring),
    currency: subscription.plan.currency,
    units,
    amount_cents: BigInt(amountCents),
  }));
