import { Injectable } from '@nestjs/common';
import type { UsageSnapshot } from '@tollgate/contracts';
import { required, type TenantTransaction, type Instant } from '@tollgate/platform';
import { Decimal, lifetimeTotalCents } from '@tollgate/rating';
import {
  alertedSubscriptions,
  historicalUsageCents,
  readCustomerViews,
  readSubscriptions,
  readWatchedUsage,
  type CustomerView,
  type SubscriptionView,
  type WatchedUsage,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { RatedBucket, RatedCharge } from '../../model/rated-charges/rated-charge.js';
import { runningPeriods } from '../../model/billed-usage/period-histories.repository.js';
import { invoicedUsageCents } from '../../model/billed-usage/invoiced-usage.repository.js';
import { CurrentUsageService, type Consumer, type RunningUsage } from '../customer-usage/current-usage.service.js';

/** A subscription with the usage that its alerts watch. */
interface Alerted extends Consumer {
  subscription: SubscriptionView;
  customer: CustomerView;
  watched: WatchedUsage;
  /** Its invoiced usage, read before its uninvoiced usage; null without an alert on it. */
  invoicedCents: bigint | null;
}

export interface AlertUsageSnapshot extends Alerted {
  usage: RunningUsage;
  /** Rated over the whole life, if an alert watches that. */
  life: RatedCharge[];
}

/** Takes snapshots of the usage that alerts on subscriptions watch (customers, section 8.1). */
@Injectable()
export class AlertUsageSnapshots {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usage: CurrentUsageService,
  ) {}

  /** Finds the active subscriptions with alerts at an instant (Unix ms), by their external ids. */
  async find(transaction: TenantTransaction, externalIds: string[], now: Instant): Promise<Alerted[]> {
    if (externalIds.length === 0) return [];
    const alerted = await alertedSubscriptions(transaction, externalIds);
    const subscriptions = await readSubscriptions(
      transaction,
      alerted.map(({ id }) => id),
    );
    const customers = await readCustomerViews(transaction, [...new Set(alerted.map(({ customerId }) => customerId))]);
    const watched = await readWatchedUsage(transaction, externalIds);
    const watching = subscriptions.flatMap((subscription) => {
      const customer = customers.get(subscription.customerId);
      const watchedUsage = watched.get(subscription.externalId);
      return customer && watchedUsage ? [{ subscription, customer, watchedUsage }] : [];
    });
    const periods = await runningPeriods(transaction, watching, now);
    const alertedUsage: Alerted[] = [];
    for (const { subscription, customer, watchedUsage } of watching) {
      const running = required(periods, subscription.id, 'running period');
      const invoicedCents = watchedUsage.lifetime
        ? await invoicedUsageCents(transaction, subscription.id, running.from)
        : null;
      alertedUsage.push({ subscription, customer, running, watched: watchedUsage, invoicedCents });
    }
    return alertedUsage;
  }

  /** @param rateRunning rates the running period */
  async take(
    organizationId: string,
    alerted: Alerted,
    rateRunning: (alerted: Alerted) => Promise<RunningUsage>,
  ): Promise<AlertUsageSnapshot> {
    const { lifetimeMetricIds } = alerted.watched;
    const charges = alerted.subscription.plan.charges.filter(({ metric }) => lifetimeMetricIds.has(metric.id));
    const [usage, life] = await Promise.all([
      rateRunning(alerted),
      charges.length === 0 ? [] : this.usage.rateLife(organizationId, alerted, charges),
    ]);
    return { ...alerted, usage, life };
  }

  /** @returns the payload to publish, or null when usage was invoiced meanwhile: it would count twice, or not at all */
  async buildPayload(transaction: TenantTransaction, snapshot: AlertUsageSnapshot): Promise<UsageSnapshot | null> {
    const { subscription, invoicedCents, usage, watched, life } = snapshot;
    const { id, externalId } = subscription;
    const payload: UsageSnapshot = {
      subscription_id: id,
      external_subscription_id: externalId,
      current_usage_amount: String(usage.amountCents),
      period_from: usage.period.from,
      metrics: metricsOf(usage.rated, life, watched),
    };
    if (invoicedCents === null) return payload;
    if ((await invoicedUsageCents(transaction, id, usage.period.from)) !== invoicedCents) return null;
    const historicalCents = await historicalUsageCents(transaction, id);
    const total = lifetimeTotalCents({ historicalCents, invoicedCents, currentCents: usage.amountCents });
    return { ...payload, lifetime_usage_amount: String(total) };
  }
}

/** Takes the largest fee of a metric, not the sum, among those of its filters and groups too. */
function metricsOf(rated: RatedCharge[], life: RatedCharge[], { metricIds }: WatchedUsage): UsageSnapshot['metrics'] {
  return [...metricIds].flatMap((id) => {
    const charges = chargesOf(rated, id);
    const buckets = bucketsOf(charges);
    if (buckets.length === 0) return [];
    const whole = bucketsOf(chargesOf(life, id));
    const amount = Decimal.max(...buckets.map(({ fee }) => fee.amountCents.toString()));
    return [
      {
        billable_metric_id: id,
        amount: amount.toFixed(),
        units: largestUnits(buckets),
        recurring: charges.some(({ charge }) => charge.metric.recurring),
        ...(whole.length > 0 ? { lifetime_units: largestUnits(whole) } : {}),
      },
    ];
  });
}

const chargesOf = (rated: RatedCharge[], metricId: string): RatedCharge[] =>
  rated.filter(({ charge }) => charge.metric.id === metricId);

const bucketsOf = (charges: RatedCharge[]): RatedBucket[] => charges.flatMap(({ buckets }) => buckets);

/** A negative total counts as zero for fees and for alerts. */
const largestUnits = (buckets: RatedBucket[]): string =>
  Decimal.max(0, ...buckets.map(({ aggregation }) => aggregation.currentUsageUnits)).toFixed();
