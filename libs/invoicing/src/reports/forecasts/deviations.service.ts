import { Injectable } from '@nestjs/common';
import type { DeviationSnapshot } from '@tollgate/contracts';
import type { MetricView } from '@tollgate/catalog/reader';
import { UsualUsageReader, type UsualUsage } from '@tollgate/ingestion/reader';
import type { Instant } from '@tollgate/platform';
import {
  addDays,
  DAY,
  Decimal,
  deviationPercent,
  formatDate,
  localPlainDate,
  startOfDate,
  startOfLocalDay,
} from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { findActivePayer } from '../../rating/in-advance-rating/payer.js';

/** Past weeks whose same day and hour are usual. */
const WEEKS = 8;
/** Metrics of one subscription: each costs a statement. */
const MOST_METRICS = 20;

/** The time, in milliseconds, that a request may have waited. */
const MOST_WAIT = 60_000;

const noUse = { units: new Decimal(0), events: 0 };

/** Compares the use of metrics with their usual, by hour and day of the week (customers, section 8.3). */
@Injectable()
export class Deviations {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usual: UsualUsageReader,
  ) {}

  /**
   * The deviations of a subscription on its present day, of the watched metrics that its plan charges.
   * @returns null without an active subscription
   * @throws Unavailable
   */
  async of(
    organizationId: string,
    externalId: string,
    metricIds: ReadonlySet<string>,
    now: Instant,
  ): Promise<DeviationSnapshot | null> {
    const payer = await this.database.tenant(organizationId, (transaction) =>
      findActivePayer(transaction, externalId, now),
    );
    if (!payer) return null;
    const { subscription, customer } = payer;
    const charged = new Map(subscription.plan.charges.map(({ metric }) => [metric.id, metric]));
    const days = sameDays(now, customer.timezone, subscription.agreement.startedAt);
    const usage = { organizationId, externalSubscriptionId: externalId };
    const metrics: DeviationSnapshot['metrics'] = [];
    for (const metric of [...charged.values()].filter(({ id }) => metricIds.has(id)).slice(0, MOST_METRICS)) {
      const percent = await this.percentOf(usage, metric, days);
      if (percent) metrics.push({ billable_metric_id: metric.id, deviation_percent: percent.toFixed() });
    }
    return {
      subscription_id: subscription.id,
      external_subscription_id: externalId,
      period_from: startOfLocalDay(now, customer.timezone),
      metrics,
    };
  }

  /** The largest of the deviations of the day and of its last hours; null without a usual. */
  private async percentOf(
    usage: { organizationId: string; externalSubscriptionId: string },
    metric: MetricView,
    days: SameDays,
  ): Promise<Decimal | null> {
    const percents: Decimal[] = [];
    for (const hour of days.hours) {
      const { days: byDay, hours: byHour } = await this.usual.read(usage, metric, { ...days, hour });
      percents.push(...[byDay, byHour].flatMap((use) => deviationIn(use, days) ?? []));
    }
    return percents.length === 0 ? null : Decimal.max(...percents);
  }
}

type SameDays = ReturnType<typeof sameDays>;

/** The present day and the same days of past weeks, since the subscription runs. */
function sameDays(now: Instant, timezone: string, startedAt: Instant) {
  const today = localPlainDate(now, timezone);
  const past = Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1))).filter(
    (date) => startOfDate(date, timezone) >= startedAt,
  );
  const dates = [today, ...past].map(formatDate);
  // Requests wait up to a minute, in which an hour may end. An ended day had its own evaluations.
  const instants = [now, now - MOST_WAIT].filter((at) => formatDate(localPlainDate(at, timezone)) === dates[0]);
  const hours = [...new Set(instants.map((at) => localHour(at, timezone)))];
  return { dates, timezone, hours, from: now - (WEEKS * 7 + 2) * DAY, to: now };
}

/** From 0 to 23. */
const localHour = (at: Instant, timezone: string): number =>
  Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: timezone }).format(at));

function deviationIn(use: UsualUsage['days'], { dates: [today = '', ...past] }: SameDays): Decimal | null {
  const usual = past.map((date) => (use.get(date) ?? noUse).units);
  return deviationPercent(use.get(today) ?? noUse, usual);
}
