import { Injectable } from '@nestjs/common';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, CommandBus, flushUsage, Logger, type Instant, type TenantTransaction } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { failureOf } from '../../model/errors/failure.rules.js';
import {
  nextStaleDays,
  markDaysStale,
  completeDays,
  recordFailedDays,
  type StaleRow,
  type CompletedDays,
} from '../../model/figures/stale-days.repository.js';
import { dayAfter, daysLater, earlier, lastDayAnywhere, lastDayOver, later } from './daily-usage.rules.js';
import { storeDays, snapshotsOf, totalsOfDays, type NewDays } from './daily-usages.repository.js';
import { daysBefore, SubscriptionDays, type DaysToCompute } from './subscription-days.service.js';
import { beginAfter, readProgress, recordProgress, type UsageProgress } from './usage-progress.repository.js';
import { UsedSubscriptions, type DaySpan } from './used-subscriptions.service.js';

/** The number of days in which usage is searched together, and the maximum before an organization's first run. */
const daysAtOnce = 31;
const mostDaysBack = 366;
/** The number of subscriptions that are computed together, and of days for each. */
const subscriptionsAtOnce = 50;
const daysOfEach = 62;
const markedAtOnce = 1000;
/** The maximum time that a run waits for events that were accepted before it. */
const longestFlushMs = 20_000;
/**
 * The tolerated difference between machine clocks: a run searches again for events that arrived this shortly before the
 * last one.
 */
const clockDifferenceMs = 1_000;
/** The maximum number of failing subscriptions in a run; beyond it, none of them is the cause. */
const mostFailures = 200;

/** One run: its instant by the organization's clock, and its deadline by the machine's. */
interface ComputationRun {
  organizationId: string;
  now: Instant;
  deadline: number;
}

/** The result of computing the days of subscriptions. */
interface Outcome {
  completed: CompletedDays[];
  computed: NewDays[];
  failed: { subscriptionId: string; reason: string }[];
}

/**
 * Computes ended days. It first records the stale days of subscriptions, then computes these in batches. After an
 * interruption the next run continues with the stale days.
 */
@Injectable()
export class DayComputation {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
    private readonly subscriptions: UsedSubscriptions,
    private readonly days: SubscriptionDays,
  ) {}

  /**
   * The caller must be the only one to compute the organization's days.
   * @param deadline Unix milliseconds, by the machine's clock
   * @returns false at the deadline
   * @throws Unavailable
   */
  async compute(organizationId: string, deadline: number): Promise<boolean> {
    const run = { organizationId, now: await this.clock.now(organizationId), deadline };
    const computedAt = Date.now();
    await flushUsage(this.commands, organizationId, longestFlushMs);
    const progress = await this.database.tenant(organizationId, (transaction) => begun(transaction, run.now));
    await this.markLateStale(run, progress, computedAt);
    const last = lastDayAnywhere(run.now);
    const span = await this.spanOf(organizationId, [dayAfter(progress.through), last]);
    for (let first = dayAfter(progress.through); ; first = dayAfter(earlier(daysLater(first, daysAtOnce - 1), last))) {
      if (!(await this.computeAllStale(run, last))) return false;
      if (first > last) break;
      await this.markUsedStale(run, [first, earlier(daysLater(first, daysAtOnce - 1), last)], span);
    }
    await this.database.tenant(organizationId, (transaction) =>
      recordProgress(transaction, { computedUntil: new Date(run.now) }),
    );
    return true;
  }

  /** Records days as stale whose events arrived after their computation. */
  private async markLateStale(
    { organizationId, now }: ComputationRun,
    progress: UsageProgress,
    computedAt: number,
  ): Promise<void> {
    const since = progress.computedAt;
    const late = since
      ? await this.subscriptions.late(organizationId, progress.through, since.getTime() - clockDifferenceMs, now)
      : [];
    await this.database.tenant(organizationId, async (transaction) => {
      for (let start = 0; start < late.length; start += markedAtOnce)
        await markDaysStale(transaction, late.slice(start, start + markedAtOnce));
      await recordProgress(transaction, { computedAt: new Date(computedAt) });
    });
  }

  /** Returns a short span as it is. For a long one it first reads the first and last day with events. */
  private async spanOf(organizationId: string, [first, last]: DaySpan): Promise<DaySpan | null> {
    return last < daysLater(first, daysAtOnce)
      ? [first, last]
      : this.subscriptions.spanOf(organizationId, [first, last]);
  }

  private async markUsedStale(
    { organizationId, now }: ComputationRun,
    [first, last]: DaySpan,
    span: DaySpan | null,
  ): Promise<void> {
    const used = await this.subscriptions.usedOn(organizationId, [first, last], span, now);
    const over = earlier(last, lastDayOver(now));
    await this.database.tenant(organizationId, async (transaction) => {
      for (let start = 0; start < used.length; start += markedAtOnce)
        await markDaysStale(transaction, used.slice(start, start + markedAtOnce));
      if (over >= first) await recordProgress(transaction, { through: over });
    });
  }

  /** @returns false at the deadline */
  private async computeAllStale(run: ComputationRun, last: string): Promise<boolean> {
    const failed: string[] = [];
    for (;;) {
      const stale = await this.database.tenant(run.organizationId, (transaction) =>
        nextStaleDays(transaction, subscriptionsAtOnce, failed),
      );
      if (stale.length === 0) return true;
      failed.push(...(await this.computeStale(run, stale, last)));
      if (failed.length > mostFailures) throw new Error('the days of very many subscriptions cannot be computed');
      if (Date.now() > run.deadline) return false;
    }
  }

  /** Computes and stores days of some subscriptions. @returns ids of the failed ones */
  private async computeStale(run: ComputationRun, stale: StaleRow[], last: string): Promise<string[]> {
    const { organizationId } = run;
    const usedSubscriptions = await this.subscriptions.readStale(organizationId, stale, last);
    const rows = stale.map((row): { row: StaleRow; toCompute: DaysToCompute | null } => {
      const used = usedSubscriptions.get(row.subscriptionId);
      const until = later(row.from, earlier(daysLater(row.from, daysOfEach - 1), last));
      return { row, toCompute: used ? { ...used, from: row.from, until } : null };
    });
    const allToCompute = rows.flatMap(({ toCompute }) => toCompute ?? []);
    const stored = await this.database.tenant(organizationId, async (transaction) => ({
      snapshots: await snapshotsOf(
        transaction,
        allToCompute.map(({ subscription }) => subscription.id),
      ),
      totals: await totalsOfDays(transaction, allToCompute.map(daysBefore)),
    }));
    const outcome: Outcome = { completed: [], computed: [], failed: [] };
    await Promise.all(
      rows.map(async ({ row, toCompute }) => {
        const id = row.subscriptionId;
        const before = { lastSnapshot: stored.snapshots.get(id), totals: stored.totals.get(id) ?? {} };
        try {
          const computed = toCompute && (await this.days.compute(organizationId, toCompute, before, run.now));
          if (computed) outcome.computed.push(computed);
          outcome.completed.push({
            stale: row,
            rest: toCompute && toCompute.until < last ? dayAfter(toCompute.until) : null,
          });
        } catch (error) {
          outcome.failed.push({ subscriptionId: id, reason: this.faultOf(organizationId, id, error) });
        }
      }),
    );
    await this.database.tenant(organizationId, (transaction) => storeOutcome(transaction, outcome));
    return outcome.failed.map(({ subscriptionId }) => subscriptionId);
  }

  /**
   * Why the days of one subscription cannot be computed while others can. @throws the error if the cause is elsewhere
   */
  private faultOf(organizationId: string, subscriptionId: string, error: unknown): string {
    const fault = failureOf(error);
    if (!fault) throw error;
    const about = { organization_id: organizationId, subscription_id: subscriptionId, error };
    this.logger.error('days of a subscription were not computed; they stay due', about);
    return fault.message;
  }
}

/** Runs in one transaction, so that a day is either stored or stale. */
async function storeOutcome(transaction: TenantTransaction, { completed, computed, failed }: Outcome): Promise<void> {
  await storeDays(transaction, computed);
  await completeDays(transaction, completed);
  await recordFailedDays(transaction, failed);
}

async function begun(transaction: TenantTransaction, now: Instant): Promise<UsageProgress> {
  const progress = await readProgress(transaction);
  if (progress) return progress;
  const { createdAt } = await readOrganization(transaction);
  const made = localDate(createdAt.getTime(), 'UTC');
  await beginAfter(transaction, daysLater(later(made, daysLater(localDate(now, 'UTC'), 1 - mostDaysBack)), -2));
  return (await readProgress(transaction)) as UsageProgress;
}
