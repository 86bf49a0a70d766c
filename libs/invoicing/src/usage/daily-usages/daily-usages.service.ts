import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { organizationsByWallClock, testClocks } from '@tollgate/identity/reader';
import { Batcher, Clock, CommandBus, Jobs, newId, Passes, type Batch, type Failed } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { usageDaysId, type UsageDays } from '../../model/queues/day-queue.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { DayComputation } from './day-computation.service.js';
import { computedUntilByOrganization, readProgress, type UsageProgress } from './usage-progress.repository.js';

const everyHour = 3_600_000;
/** The time limit of a pass over all organizations; the next pass finds the rest. */
const longestPassMs = 30 * 60_000;
/** The time limit of an organization's run; then others run, and the rest is queued after them. */
const longestRunMs = 3_000;
/** Delays the computation, so that a clock that moves again and again leads to one. */
const afterClockMoveMs = 1_000;
/** The maximum time that a call waits for a computation; then it answers with the stored days. */
const longestWaitMs = 5_000;
/** A longer wait polls less often. */
const [shortestPauseMs, longestPauseMs] = [20, 200];

/**
 * Usage day by day (customers, section 12.2). Jobs compute the ended days of one organization each: what its
 * subscriptions used on a day beyond the day before. They run every hour, and after its test clock moves if it has
 * requested its days before. Calls read stored days and compute nothing.
 */
@Injectable()
export class DailyUsages implements OnModuleInit, OnApplicationBootstrap {
  /** Concurrent calls for one organization share a wait. */
  private readonly waits = new Batcher<string, null>(async (organizationIds) => {
    await this.requestAndWait(organizationIds[0] as string);
    return organizationIds.map(() => null);
  });

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
    private readonly queues: InvoicingQueues,
    private readonly dayComputation: DayComputation,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'test_clock.turned', async ({ organization_id: organizationId }) => {
      if (await this.hasRequestedBefore(organizationId))
        await this.queues.requestDayComputation(organizationId, afterClockMoveMs);
      return {};
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.queues.days.start({ work: (batch) => this.computeDays(batch) });
    this.jobs.work('daily-usages', () => this.requestAll(), 1);
    await this.jobs.every('daily-usages', everyHour, {});
  }

  /**
   * Requests the computation of an organization's days and waits briefly, so that the caller's answer includes quick
   * results.
   * @throws Unavailable
   */
  async refresh(organizationId: string): Promise<void> {
    const stop = new AbortController();
    const late = sleep(longestWaitMs, null, { signal: stop.signal }).catch(() => null);
    const wait = this.waits.add(organizationId, organizationId);
    // An error after the answer concerns no caller.
    wait.catch(() => undefined);
    await Promise.race([wait, late]).finally(() => stop.abort());
  }

  private async requestAndWait(organizationId: string): Promise<void> {
    const requestedAt = Date.now();
    await this.queues.requestDayComputation(organizationId);
    const now = await this.clock.now(organizationId);
    const isDone = (progress: UsageProgress | null) =>
      progress?.staleFrom === null &&
      (progress.computedAt?.getTime() ?? 0) >= requestedAt &&
      (progress.computedUntil?.getTime() ?? 0) >= now;
    for (let pauseMs = shortestPauseMs; Date.now() < requestedAt + longestWaitMs;) {
      if (isDone(await this.database.tenant(organizationId, readProgress))) return;
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    }
  }

  /** Computes a part of the stale days; the rest is queued after the requests of others. */
  private async computeDays({ organizationId }: Batch<UsageDays>): Promise<Failed<UsageDays>> {
    const isDone = await this.dayComputation.compute(organizationId, Date.now() + longestRunMs);
    if (!isDone) {
      const rest = [{ id: usageDaysId, payload: {}, requestedBy: newId() }];
      await this.database.tenant(organizationId, (transaction) => this.queues.days.put(transaction, rest));
    }
    return new Map();
  }

  /**
   * Requests all organizations on the wall clock, and those with an earlier request whose test clock has moved since.
   */
  private async requestAll(): Promise<void> {
    const deadline = Date.now() + longestPassMs;
    await this.passes.each(
      {
        name: 'daily-usages',
        failure: 'ended days were not requested; the next pass repeats it',
        about: (id) => ({ organization_id: id }),
      },
      [...(await this.sandboxesToCompute()), ...(await this.byWallClock())],
      async (id) => {
        if (Date.now() <= deadline) await this.queues.requestDayComputation(id);
      },
    );
  }

  /**
   * Whether an organization has requested its days before. Sandboxes move their clocks by months again and again, and
   * few read their days: computing them would take a third of the time of billing.
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
