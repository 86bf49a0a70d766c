import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { organizationsByWallClock, readOrganization } from '@tollgate/identity/reader';
import { UsedDaysReader } from '@tollgate/ingestion/reader';
import {
  awaitOwnUsage,
  Batcher,
  Clock,
  CommandBus,
  Jobs,
  Logger,
  Slots,
  Unavailable,
  type Instant,
} from '@tollgate/platform';
import { addDays, formatDate, localDate, parseDate, startOfDate } from '@tollgate/rating';
import {
  findSubscriptionsAt,
  readCustomerViews,
  readSubscriptions,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { CurrentUsageService } from '../usage/current-usage.service.js';
import {
  addedTotals,
  carriesOf,
  changesWithoutEvents,
  dayAfter,
  daysFrom,
  lastDayAnywhere,
  lastDayOver,
  lookAt,
  totalsOf,
  type Used,
} from './daily-usage.rules.js';
import {
  carryingSubscriptions,
  keepSnapshots,
  lookedThrough,
  setLookedThrough,
  snapshotsOf,
  type DailyUsageRow,
  type NewSnapshot,
  type SnapshotRow,
} from './daily-usages.repository.js';

const everyHour = 3_600_000;
/** A pass over all organizations ends after this long; what it leaves is found again by the next. */
const longestPassMs = 30 * 60_000;
/** Days that are looked at together, and how many there are at most before an organization was first looked at. */
const daysAtOnce = 31;
const mostDaysBack = 366;
const subscriptionsAtOnce = 50;
const ratedAtOnce = 4;
const passesAtOnce = 2;
/** A call waits so long for days to be looked at; the work goes on without it. */
const longestWaitMs = 5_000;

/** A subscription with the days on which it had events. */
interface Looked extends Used {
  used: Set<string>;
}

/**
 * Usage day by day (customers, section 12.2): when a day has ended for a customer, what its subscriptions used by then is
 * kept, and told apart from what they had used the day before. What is counted late counts for the day on which it is seen.
 * Days that were not looked at are found by the last one that was, however many there are.
 */
@Injectable()
export class DailyUsages implements OnApplicationBootstrap {
  private readonly slots = new Slots(ratedAtOnce);
  /** Of many that ask for one organization, one pass is made; those who come meanwhile share the next. */
  private readonly passes = new Batcher<string, null>(async (organizationIds) => {
    try {
      await this.catchUp(organizationIds[0] as string);
    } catch (error) {
      // For all of them: one after the other they would only try the same again.
      throw error instanceof Unavailable ? error : new Unavailable('the usage of past days is not to be had', error);
    }
    return organizationIds.map(() => null);
  }, new Slots(passesAtOnce));

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly usedDays: UsedDaysReader,
    private readonly usage: CurrentUsageService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('daily-usages', () => this.lookAtAll(), 1);
    await this.jobs.every('daily-usages', everyHour, {});
  }

  /** Those that follow the wall clock; one of another clock is looked at when it is asked about. */
  async lookAtAll(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    for (const organizationId of await this.database.everyTenant(organizationsByWallClock)) {
      if (Date.now() > deadline) return;
      try {
        await this.catchUp(organizationId);
      } catch (error) {
        this.logger.error('usage of days that have ended was not kept; it is looked at again', {
          organization_id: organizationId,
          error,
        });
      }
    }
  }

  /**
   * Keeps the usage of all days that have ended, for a call that asks about them.
   * @throws Unavailable when that takes longer than a call may wait: what was looked at stays, and a later call finds it
   */
  async catchUpForCall(organizationId: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const answer = new Unavailable('the usage of past days is being put together, try again');
      timer = setTimeout(() => reject(answer), longestWaitMs);
    });
    const pass = this.passes.add(organizationId, organizationId);
    // Whoever has been answered is told of no error any more; it is met again by the next pass.
    pass.catch(() => undefined);
    await Promise.race([pass, late]).finally(() => clearTimeout(timer));
  }

  /** Keeps the usage of all days that have ended. Twice at once does no harm. @throws Unavailable */
  async catchUp(organizationId: string): Promise<void> {
    const now = await this.clock.now(organizationId);
    await awaitOwnUsage(this.commands, organizationId);
    const last = lastDayAnywhere(now);
    let first = await this.firstDay(organizationId, now);
    while (first <= last) {
      const until = earlier(formatDate(addDays(parseDate(first), daysAtOnce - 1)), last);
      await this.lookAtDays(organizationId, daysFrom(first, until), now);
      const over = earlier(until, lastDayOver(now));
      if (over >= first)
        await this.database.tenant(organizationId, (transaction) => setLookedThrough(transaction, over));
      first = dayAfter(until);
    }
  }

  private async firstDay(organizationId: string, now: Instant): Promise<string> {
    return this.database.tenant(organizationId, async (transaction) => {
      const through = await lookedThrough(transaction);
      if (through !== null) return dayAfter(through);
      const { createdAt } = await readOrganization(transaction);
      const made = formatDate(addDays(parseDate(localDate(createdAt.getTime(), 'UTC')), -1));
      const longAgo = formatDate(addDays(parseDate(localDate(now, 'UTC')), -mostDaysBack));
      return made > longAgo ? made : longAgo;
    });
  }

  private async lookAtDays(organizationId: string, days: string[], now: Instant): Promise<void> {
    const looked = await this.find(organizationId, days);
    for (let start = 0; start < looked.length; start += subscriptionsAtOnce) {
      const some = looked.slice(start, start + subscriptionsAtOnce);
      const known = await this.database.tenant(organizationId, (transaction) =>
        snapshotsOf(
          transaction,
          some.map(({ subscription }) => subscription.id),
        ),
      );
      const kept = await Promise.all(
        some.map((one) =>
          this.slots.run(() => this.snapshot(organizationId, one, known.get(one.subscription.id), days, now)),
        ),
      );
      await this.database.tenant(organizationId, (transaction) =>
        keepSnapshots(
          transaction,
          kept.flatMap((one) => one ?? []),
        ),
      );
    }
  }

  /** Subscriptions that had events on these days, wherever on earth, and those whose usage changes without. */
  private async find(organizationId: string, days: string[]): Promise<Looked[]> {
    const dayOf = (day: string, more: number) => startOfDate(addDays(parseDate(day), more), 'UTC');
    const from = dayOf(days[0] as string, -1);
    const used = await this.usedDays.read(organizationId, from, dayOf(days.at(-1) as string, 2));
    return this.database.tenant(organizationId, async (transaction) => {
      const instants = used.flatMap(({ externalSubscriptionId: externalId, first, last }) => [
        { externalId, at: first },
        { externalId, at: last },
      ]);
      const running = instants.length === 0 ? [] : await findSubscriptionsAt(transaction, instants);
      const carrying = await readSubscriptions(transaction, await carryingSubscriptions(transaction));
      const subscriptions = new Map<string, SubscriptionView>();
      for (const subscription of [...running, ...carrying])
        if (subscription) subscriptions.set(subscription.id, subscription);
      const customers = await readCustomerViews(transaction, [
        ...new Set([...subscriptions.values()].map(({ customerId }) => customerId)),
      ]);
      const looked = new Map<string, Looked>();
      for (const subscription of subscriptions.values()) {
        const customer = customers.get(subscription.customerId);
        if (customer && customer.accountType !== 'partner')
          looked.set(subscription.id, { subscription, customer, used: new Set() });
      }
      running.forEach((subscription, index) => {
        const one = subscription && looked.get(subscription.id);
        if (one) one.used.add(localDate((instants[index] as { at: Instant }).at, one.customer.timezone));
      });
      return [...looked.values()];
    });
  }

  /** Looks at the days of one subscription, the oldest first. @returns null where there was nothing to keep */
  private async snapshot(
    organizationId: string,
    one: Looked,
    known: SnapshotRow | undefined,
    days: string[],
    now: Instant,
  ): Promise<NewSnapshot | null> {
    const { subscription, customer } = one;
    let latest = known;
    const rows: DailyUsageRow[] = [];
    for (const day of days) {
      const at = lookAt(one, day, now);
      if (at === null || (latest && latest.usage_date >= day)) continue;
      if (!one.used.has(day) && !(latest && changesWithoutEvents(one, latest.carries, at))) continue;
      const { period, rated } = await this.usage.measureUntil(organizationId, one, at);
      const totals = totalsOf(rated);
      const inPeriod = latest?.period_from.getTime() === period.from ? latest.totals : {};
      for (const [metricCode, { units, amountCents }] of Object.entries(addedTotals(totals, inPeriod)))
        rows.push({
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
        });
      latest = {
        subscription_id: subscription.id,
        organization_id: organizationId,
        usage_date: day,
        period_from: new Date(period.from),
        totals,
        carries: carriesOf(rated),
      };
    }
    return latest && latest !== known ? { snapshot: latest, before: known?.usage_date ?? null, days: rows } : null;
  }
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
