import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { organizationsByWallClock, testClocks } from '@tollgate/identity/reader';
import { Batcher, Clock, CommandBus, Jobs, Logger, newId, type Batch, type Failed } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { usageDaysId, type UsageDays } from '../queues/day-queue.js';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import { DayComputation } from './day-computation.service.js';
import { computedUntilByOrganization, readProgress, type UsageProgress } from './usage-progress.repository.js';

const everyHour = 3_600_000;
/** A pass over all organizations ends after this long; what it leaves is found again by the next. */
const longestPassMs = 30 * 60_000;
/** An organization is looked at for so long; then others have their turn, and it goes on behind them. */
const longestRunMs = 3_000;
/** A clock that is turned again and again has its days looked at once. */
const afterClockMoveMs = 1_000;
/** A call waits so long for what others look at; it answers what is kept by then. */
const longestWaitMs = 5_000;
/** What takes longer is looked at less often. */
const [shortestPauseMs, longestPauseMs] = [20, 200];

/**
 * Usage day by day (customers, section 12.2): when a day has ended for a customer, what its subscriptions used by then is
 * kept, and told apart from what they had used the day before. Jobs look at the days of one organization each, when its
 * test clock was turned and it has asked before, or every hour; calls read what is kept, and compute nothing.
 */
@Injectable()
export class DailyUsages implements OnModuleInit, OnApplicationBootstrap {
  /** Of many calls that ask about one organization, one waits for all. */
  private readonly waits = new Batcher<string, null>(async (organizationIds) => {
    await this.requestAndWait(organizationIds[0] as string);
    return organizationIds.map(() => null);
  });

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    private readonly queues: InvoicingQueues,
    private readonly dayComputation: DayComputation,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'test_clock.turned', async ({ organization_id: organizationId }) => {
      if (await this.hasRequestedBefore(organizationId)) await this.queues.requestDayComputation(organizationId, afterClockMoveMs);
      return {};
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.queues.days.start({ work: (batch) => this.computeDays(batch) });
    this.jobs.work('daily-usages', () => this.requestAll(), 1);
    await this.jobs.every('daily-usages', everyHour, {});
  }

  /**
   * Has the days of an organization looked at, and waits a moment: what is soon done is in the answer of who asks.
   * @throws Unavailable
   */
  async refresh(organizationId: string): Promise<void> {
    const stop = new AbortController();
    const late = sleep(longestWaitMs, null, { signal: stop.signal }).catch(() => null);
    const wait = this.waits.add(organizationId, organizationId);
    // Whoever has been answered is told of no error any more.
    wait.catch(() => undefined);
    await Promise.race([wait, late]).finally(() => stop.abort());
  }

  private async requestAndWait(organizationId: string): Promise<void> {
    const requestedAt = Date.now();
    await this.queues.requestDayComputation(organizationId);
    const now = await this.clock.now(organizationId);
    const isDone = (progress: UsageProgress | null) =>
      progress?.owedFrom === null &&
      (progress.computedAt?.getTime() ?? 0) >= requestedAt &&
      (progress.computedUntil?.getTime() ?? 0) >= now;
    for (let pauseMs = shortestPauseMs; Date.now() < requestedAt + longestWaitMs;) {
      if (isDone(await this.database.tenant(organizationId, readProgress))) return;
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
  }

  /** Does a part of what is owed; the rest waits behind what others have asked for. */
  private async computeDays({ organizationId }: Batch<UsageDays>): Promise<Failed<UsageDays>> {
    const isDone = await this.dayComputation.compute(organizationId, Date.now() + longestRunMs);
    if (!isDone) {
      const rest = [{ id: usageDaysId, payload: {}, requestedBy: newId() }];
      await this.database.tenant(organizationId, (transaction) => this.queues.days.put(transaction, rest));
    }
    return new Map();
  }

  /** All that follow the wall clock, and those that have asked once and whose test clock stands where nobody has looked since. */
  private async requestAll(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    for (const organizationId of [...(await this.sandboxesToCompute()), ...(await this.byWallClock())]) {
      if (Date.now() > deadline) return;
      await this.queues.requestDayComputation(organizationId).catch((error: unknown) =>
        this.logger.error('days that have ended were not asked for; they are with the next pass', {
          organization_id: organizationId,
          error,
        }),
      );
    }
  }

  /**
   * Whether somebody has asked for the days of an organization before. Sandboxes turn their clocks by months again and again,
   * and few ever look at their days: they would take a third of what billing them takes.
   */
  private async hasRequestedBefore(organizationId: string): Promise<boolean> {
    return (await this.database.tenant(organizationId, readProgress)) !== null;
  }

  private byWallClock(): Promise<string[]> {
    return this.database.everyTenant(organizationsByWallClock);
  }

  private async sandboxesToCompute(): Promise<string[]> {
    return this.database.everyTenant(async (transaction) => {
      const clocks = await testClocks(transaction);
      const computedUntil = await computedUntilByOrganization(transaction);
      return clocks.flatMap(({ organizationId, now }) =>
        (computedUntil.get(organizationId) ?? Infinity) < now ? [organizationId] : [],
      );
    });
  }
}
