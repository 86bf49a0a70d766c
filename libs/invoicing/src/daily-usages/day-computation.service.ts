import { Injectable } from '@nestjs/common';
import { readOrganization } from '@tollgate/identity/reader';
import { Clock, CommandBus, flushUsage, Logger, type Instant, type TenantTransaction } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import { InvoicingDatabase } from '../invoicing.database.js';
import { failureOf } from '../repositories/failure.rules.js';
import { nextOwed, oweDays, payDays, recordUnpaid, type OwedRow, type PaidDays } from '../repositories/owed-days.repository.js';
import { dayAfter, daysLater, earlier, lastDayAnywhere, lastDayOver, later } from './daily-usage.rules.js';
import { keepDays, snapshotsOf, totalsOfDays, type NewDays } from './daily-usages.repository.js';
import { daysBefore, SubscriptionDays, type Looked } from './subscription-days.service.js';
import { beginBehind, readProgress, recordFound, type UsageProgress } from './usage-progress.repository.js';
import { UsedSubscriptions, type DaySpan } from './used-subscriptions.service.js';

/** Days in which usage is looked for together, and how many there are at most before an organization was first looked at. */
const daysAtOnce = 31;
const mostDaysBack = 366;
/** Subscriptions that are looked at together, and days of each. */
const subscriptionsAtOnce = 50;
const daysOfEach = 62;
const owedAtOnce = 1000;
/** So long a look waits for events that were accepted before it. */
const longestFlushMs = 20_000;
/** The clocks of machines may differ by so much: what was received so shortly before the last look is looked for again. */
const clockDifferenceMs = 1_000;
/** So many subscriptions may fail in a look: then the cause is no fault of theirs. */
const mostFailures = 200;

/** One look: by the clock of the organization, and until when it may last by that of the machine. */
interface Look {
  organizationId: string;
  now: Instant;
  deadline: number;
}

/** What became of subscriptions whose days were looked at. */
interface Outcome {
  paid: PaidDays[];
  kept: NewDays[];
  failed: { subscriptionId: string; reason: string }[];
}

/**
 * Looks at the days that have ended: first is recorded which days of which subscriptions are owed, then these are worked off,
 * some subscriptions at a time. Cut off anywhere, the next look goes on with what is owed.
 */
@Injectable()
export class DayLooks {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
    private readonly subscriptions: UsedSubscriptions,
    private readonly days: SubscriptionDays,
  ) {}

  /**
   * For those who hold the organization's days alone.
   * @param deadline Unix milliseconds, by the machine's clock
   * @returns false when there was more to do than time @throws Unavailable
   */
  async look(organizationId: string, deadline: number): Promise<boolean> {
    const look = { organizationId, now: await this.clock.now(organizationId), deadline };
    const lookedAt = Date.now();
    await flushUsage(this.commands, organizationId, longestFlushMs);
    const progress = await this.database.tenant(organizationId, (transaction) => begun(transaction, look.now));
    await this.oweLate(look, progress, lookedAt);
    const last = lastDayAnywhere(look.now);
    const span = await this.spanOf(organizationId, [dayAfter(progress.through), last]);
    for (let first = dayAfter(progress.through); ; first = dayAfter(earlier(daysLater(first, daysAtOnce - 1), last))) {
      if (!(await this.workOff(look, last))) return false;
      if (first > last) break;
      await this.oweUsed(look, [first, earlier(daysLater(first, daysAtOnce - 1), last)], span);
    }
    await this.database.tenant(organizationId, (transaction) =>
      recordFound(transaction, { lookedUntil: new Date(look.now) }),
    );
    return true;
  }

  /** Days whose events came when they had been looked at already. */
  private async oweLate({ organizationId, now }: Look, progress: UsageProgress, lookedAt: number): Promise<void> {
    const since = progress.lookedAt;
    const late = since
      ? await this.subscriptions.late(organizationId, progress.through, since.getTime() - clockDifferenceMs, now)
      : [];
    await this.database.tenant(organizationId, async (transaction) => {
      for (let start = 0; start < late.length; start += owedAtOnce)
        await oweDays(transaction, late.slice(start, start + owedAtOnce));
      await recordFound(transaction, { lookedAt: new Date(lookedAt) });
    });
  }

  /** Days that are looked for at once are asked about at once; of many it is asked first where there is anything. */
  private async spanOf(organizationId: string, [first, last]: DaySpan): Promise<DaySpan | null> {
    return last < daysLater(first, daysAtOnce)
      ? [first, last]
      : this.subscriptions.spanOf(organizationId, [first, last]);
  }

  private async oweUsed({ organizationId, now }: Look, [first, last]: DaySpan, span: DaySpan | null): Promise<void> {
    const used = await this.subscriptions.usedOn(organizationId, [first, last], span, now);
    const over = earlier(last, lastDayOver(now));
    await this.database.tenant(organizationId, async (transaction) => {
      for (let start = 0; start < used.length; start += owedAtOnce)
        await oweDays(transaction, used.slice(start, start + owedAtOnce));
      if (over >= first) await recordFound(transaction, { through: over });
    });
  }

  /** @returns false when there was more to do than time */
  private async workOff(look: Look, last: string): Promise<boolean> {
    const failed: string[] = [];
    for (;;) {
      const owed = await this.database.tenant(look.organizationId, (transaction) =>
        nextOwed(transaction, subscriptionsAtOnce, failed),
      );
      if (owed.length === 0) return true;
      failed.push(...(await this.lookAt(look, owed, last)));
      if (failed.length > mostFailures) throw new Error('the days of very many subscriptions cannot be looked at');
      if (Date.now() > look.deadline) return false;
    }
  }

  /** Looks at days of some subscriptions and keeps them. @returns ids of those that failed */
  private async lookAt(look: Look, owed: OwedRow[], last: string): Promise<string[]> {
    const { organizationId } = look;
    const found = await this.subscriptions.ofOwed(organizationId, owed, last);
    const rows = owed.map((row): { row: OwedRow; looked: Looked | null } => {
      const used = found.get(row.subscriptionId);
      const until = later(row.from, earlier(daysLater(row.from, daysOfEach - 1), last));
      return { row, looked: used ? { ...used, from: row.from, until } : null };
    });
    const looked = rows.flatMap((one) => one.looked ?? []);
    const before = await this.database.tenant(organizationId, async (transaction) => ({
      known: await snapshotsOf(
        transaction,
        looked.map(({ subscription }) => subscription.id),
      ),
      totals: await totalsOfDays(transaction, looked.map(daysBefore)),
    }));
    const outcome: Outcome = { paid: [], kept: [], failed: [] };
    await Promise.all(
      rows.map(async ({ row, looked: one }) => {
        const id = row.subscriptionId;
        const known = { known: before.known.get(id), totals: before.totals.get(id) ?? {} };
        try {
          const kept = one && (await this.days.look(organizationId, one, known, look.now));
          if (kept) outcome.kept.push(kept);
          outcome.paid.push({ owed: row, rest: one && one.until < last ? dayAfter(one.until) : null });
        } catch (error) {
          outcome.failed.push({ subscriptionId: id, reason: this.faultOf(organizationId, id, error) });
        }
      }),
    );
    await this.database.tenant(organizationId, (transaction) => keep(transaction, outcome));
    return outcome.failed.map(({ subscriptionId }) => subscriptionId);
  }

  /** Why the days of one subscription cannot be looked at, while those of others can. @throws the error that is no fault of it */
  private faultOf(organizationId: string, subscriptionId: string, error: unknown): string {
    const fault = failureOf(error);
    if (!fault) throw error;
    const about = { organization_id: organizationId, subscription_id: subscriptionId, error };
    this.logger.error('days of a subscription were not looked at; they stay owed', about);
    return fault.message;
  }
}

/** Of one transaction, so that what is kept is not owed, and what is not is. */
async function keep(transaction: TenantTransaction, { paid, kept, failed }: Outcome): Promise<void> {
  await keepDays(transaction, kept);
  await payDays(transaction, paid);
  await recordUnpaid(transaction, failed);
}

async function begun(transaction: TenantTransaction, now: Instant): Promise<UsageProgress> {
  const known = await readProgress(transaction);
  if (known) return known;
  const { createdAt } = await readOrganization(transaction);
  const made = localDate(createdAt.getTime(), 'UTC');
  await beginBehind(transaction, daysLater(later(made, daysLater(localDate(now, 'UTC'), 1 - mostDaysBack)), -2));
  return (await readProgress(transaction)) as UsageProgress;
}
