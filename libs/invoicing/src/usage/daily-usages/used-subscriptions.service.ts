import { Injectable } from '@nestjs/common';
import { LateUsageReader, UsedDaysReader } from '@tollgate/ingestion/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { localDate, noBills, parseDate, startOfDate } from '@tollgate/rating';
import {
  findSubscriptionsAt,
  readCustomerViews,
  readSubscriptions,
  type CustomerView,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import type { StaleDays, StaleRow } from '../../model/figures/stale-days.repository.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import {
  dayAfter,
  daysFrom,
  daysLater,
  hasDaysToCompute,
  later,
  type UsedInPeriods,
  type UsedOn,
} from './daily-usage.rules.js';
import { carryingSubscriptions, snapshotsOf } from './daily-usages.repository.js';

interface UsedAt {
  externalId: string;
  at: Instant;
}

/** The first and the last of some days. */
export type DaySpan = [first: string, last: string];

const dayInUtc = (day: string): Instant => startOfDate(parseDate(day), 'UTC');
/** Days in the customers' time zones reach from a day before to a day after those of UTC. */
const instantsOf = ([first, last]: DaySpan): [from: Instant, until: Instant] => [
  dayInUtc(daysLater(first, -1)),
  dayInUtc(daysLater(last, 2)),
];
const dayAround = (at: Instant, days: number): string => daysLater(localDate(at, 'UTC'), days);

/** Finds subscriptions with usage on days, and their customers. Excludes partners, who buy nothing. */
@Injectable()
export class UsedSubscriptions {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly usedDays: UsedDaysReader,
    private readonly lateUsage: LateUsageReader,
  ) {}

  /** The first and last day with events among some days; null without events. @throws Unavailable */
  async spanOf(organizationId: string, [first, last]: DaySpan): Promise<DaySpan | null> {
    const [from, until] = instantsOf([first, last]);
    const span = await this.usedDays.span(organizationId, from, until);
    return span && [dayAround(span.first, -1), dayAround(span.last, 1)];
  }

  /**
   * Finds the days to compute: of subscriptions with events on them, and of those with usage that changes without.
   * @param span the first and last day with events
   * @throws Unavailable
   */
  async usedOn(organizationId: string, days: DaySpan, span: DaySpan | null, now: Instant): Promise<StaleDays[]> {
    const [first, last] = days;
    const isOutside = span === null || last < span[0] || span[1] < first;
    const instants = isOutside ? [] : await this.instantsOn(organizationId, days);
    return this.database.tenant(organizationId, async (transaction) => {
      const carrying = await readSubscriptions(transaction, await carryingSubscriptions(transaction));
      const used = await usedOf(transaction, instants, carrying);
      const snapshots = await snapshotsOf(transaction, [...used.keys()]);
      return [...used].flatMap(([subscriptionId, entry]) => {
        const snapshot = snapshots.get(subscriptionId);
        const from = snapshot ? later(first, dayAfter(snapshot.usage_date)) : first;
        return hasDaysToCompute(entry, snapshot, daysFrom(from, last), now) ? [{ subscriptionId, from }] : [];
      });
    });
  }

  /**
   * Finds computed days whose events arrived later.
   * @param through the last day on which usage was searched
   * @param since by the machine's clock
   * @throws Unavailable
   */
  async late(organizationId: string, through: string, since: Instant, now: Instant): Promise<StaleDays[]> {
    const events = await this.lateUsage.read(organizationId, since, now);
    return this.database.tenant(organizationId, async (transaction) => {
      const used = await usedOf(
        transaction,
        events.map(({ externalSubscriptionId: externalId, first: at }) => ({ externalId, at })),
      );
      const snapshots = await snapshotsOf(transaction, [...used.keys()]);
      return [...used].flatMap(([subscriptionId, { used: days }]) => {
        const [from] = [...days].sort() as [string];
        const covered = later(through, snapshots.get(subscriptionId)?.usage_date ?? through);
        return from <= covered ? [{ subscriptionId, from }] : [];
      });
    });
  }

  /**
   * Reads the subscriptions of stale days, with the days of their events up to one day, and with their periods. Skips
   * deleted subscriptions.
   * @throws Unavailable
   */
  async readStale(organizationId: string, stale: StaleRow[], until: string): Promise<Map<string, UsedInPeriods>> {
    const ids = stale.map(({ subscriptionId }) => subscriptionId);
    const views = await this.database.tenant(organizationId, (transaction) => readSubscriptions(transaction, ids));
    const first = stale.map(({ from }) => from).sort()[0] ?? until;
    const externalIds = views.map(({ externalId }) => externalId);
    const instants = await this.instantsOn(organizationId, [first, until], externalIds);
    return this.database.tenant(organizationId, async (transaction) => {
      const used = await usedOf(transaction, instants, views);
      const [since] = instantsOf([first, until]);
      const requests = [...used.values()].map(({ subscription }) => ({ subscription, since }));
      const histories = await readPeriodHistories(transaction, requests);
      return new Map([...used].map(([id, one]) => [id, { ...one, periods: histories.get(id) ?? noBills }]));
    });
  }

  private async instantsOn(organizationId: string, span: DaySpan, externalIds?: string[]): Promise<UsedAt[]> {
    const [from, until] = instantsOf(span);
    const days = await this.usedDays.read(organizationId, from, until, externalIds);
    return days.flatMap(({ externalSubscriptionId: externalId, ...day }) => [
      { externalId, at: day.first },
      { externalId, at: day.last },
    ]);
  }
}

/**
 * Reads the subscriptions that ran at instants, and some others, with the days of those instants in the customer's time
 * zone.
 */
async function usedOf(
  transaction: TenantTransaction,
  instants: UsedAt[],
  others: SubscriptionView[] = [],
): Promise<Map<string, UsedOn>> {
  const running = instants.length === 0 ? [] : await findSubscriptionsAt(transaction, instants);
  const views = new Map([...running, ...others].flatMap((view) => (view ? [[view.id, view] as const] : [])));
  const customers = await customersOf(transaction, [...views.values()]);
  const used = new Map<string, UsedOn>();
  for (const subscription of views.values()) {
    const customer = customers.get(subscription.customerId);
    if (customer && customer.accountType !== 'partner')
      used.set(subscription.id, { subscription, customer, used: new Set() });
  }
  running.forEach((view, index) => {
    const entry = view && used.get(view.id);
    if (entry) entry.used.add(localDate((instants[index] as UsedAt).at, entry.customer.timezone));
  });
  return used;
}

const customersOf = (
  transaction: TenantTransaction,
  subscriptions: SubscriptionView[],
): Promise<Map<string, CustomerView>> =>
  readCustomerViews(transaction, [...new Set(subscriptions.map(({ customerId }) => customerId))]);
