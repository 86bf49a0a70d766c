import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { sql, type Selectable } from 'kysely';
import { mostPendingWork, type TestClock } from '@tollgate/contracts';
import { isoSeconds, Logger, NotAllowed, unfinishedWork, ValidationFailed } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { tables, type TestClocksTable } from '../identity.tables.js';
import { DueWorkCoordinator } from './due-work.coordinator.js';

type ClockRow = Selectable<TestClocksTable>;

const leaseSeconds = 30;
const longestAnswerMs = 25_000;
const mostResumedAtOnce = 100;
/** When the same due work is found this often in a row, it is defective and the clock stops. */
const fruitlessRounds = 5;

/** Reads the test clocks of sandbox organizations and moves them forward. */
@Injectable()
export class TestClockService implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly moving = new Set<Promise<void>>();

  constructor(
    private readonly database: IdentityDatabase,
    private readonly coordinator: DueWorkCoordinator,
    private readonly logger: Logger,
  ) {}

  /** A moving clock stops where it is; the next start, or another replica, resumes it. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.moving);
  }

  /** @throws NotAllowed for an organization that follows the wall clock */
  async read(organizationId: string): Promise<TestClock> {
    const clock = await this.row(organizationId);
    const pending =
      clock.status === 'ready'
        ? 0
        : await this.database.tenant(organizationId, (transaction) => unfinishedWork(transaction, mostPendingWork));
    return present(clock, pending);
  }

  /**
   * Moves the clock to an instant (Unix ms) and runs all work that becomes due on the way. Returns when that is done,
   * or with status `advancing` after a timeout.
   * @throws ValidationFailed when the instant lies before the clock
   */
  async advance(organizationId: string, target: number): Promise<TestClock> {
    await this.aim(organizationId, target);
    const moving = this.move(organizationId).catch((error: unknown) => {
      this.logger.error('a test clock stopped; the next reconciliation continues it', {
        organization_id: organizationId,
        error,
      });
    });
    this.moving.add(moving);
    void moving.finally(() => this.moving.delete(moving));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestAnswerMs)));
    await Promise.race([moving, late]).finally(() => clearTimeout(timer));
    return this.read(organizationId);
  }

  /** Organizations whose clock stopped halfway, because its process stopped or its work failed. */
  async abandoned(): Promise<string[]> {
    const clocks = await this.database.everyTenant((transaction) =>
      tables(transaction)
        .selectFrom('identity.test_clocks')
        .select('organization_id')
        .where('status', '=', 'advancing')
        .where('lease_until', '<', sql<Date>`now()`)
        .orderBy('lease_until')
        .limit(mostResumedAtOnce)
        .execute(),
    );
    return clocks.map(({ organization_id }) => organization_id);
  }

  /** Resumes such a clock unless another process holds its lease. */
  async resume(organizationId: string): Promise<void> {
    if (await this.takeLease(organizationId)) await this.moveLeased(organizationId);
  }

  private async aim(organizationId: string, target: number): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const clock = await tables(transaction)
        .selectFrom('identity.test_clocks')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .forUpdate()
        .executeTakeFirst();
      if (!clock) throw new NotAllowed('organization_has_no_test_clock');
      if (target < Math.max(clock.target_time.getTime(), clock.frozen_time.getTime())) {
        throw new ValidationFailed({ frozen_time: ['cannot_be_in_past'] });
      }
      await tables(transaction)
        .updateTable('identity.test_clocks')
        .set({
          target_time: new Date(target),
          status: 'advancing',
          // With a later target, a moving clock continues from its beginning.
          ...(clock.status === 'ready' ? { turned_from: clock.frozen_time } : {}),
        })
        .where('organization_id', '=', organizationId)
        .execute();
    });
  }

  /** Moves a clock to its target. If another process does so, waits for it, at most as long as a caller waits. */
  private async move(organizationId: string): Promise<void> {
    const deadline = Date.now() + longestAnswerMs;
    while (!(await this.takeLease(organizationId))) {
      if (this.stopping.signal.aborted || Date.now() > deadline || (await this.row(organizationId)).status === 'ready')
        return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.moveLeased(organizationId);
  }

  private async moveLeased(organizationId: string): Promise<void> {
    const renewal = setInterval(
      () => void this.takeLease(organizationId, true).catch(() => undefined),
      (leaseSeconds * 1000) / 3,
    );
    try {
      await this.moveUnderLease(organizationId);
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    } finally {
      clearInterval(renewal);
    }
    if (this.stopping.signal.aborted) await this.set(organizationId, { lease_until: new Date(0) });
  }

  private async moveUnderLease(organizationId: string): Promise<void> {
    await this.coordinator.awaitIdle(organizationId, this.stopping.signal);
    let last = '';
    let repeated = 0;
    while (!this.stopping.signal.aborted) {
      const { target_time: target, frozen_time: now } = await this.row(organizationId);
      const dueWork = await this.coordinator.earliest(organizationId);
      if (!dueWork || dueWork.at > target.getTime()) {
        if (await this.arrive(organizationId, target)) return this.coordinator.publishTurned(organizationId);
        continue;
      }
      const signature = `${dueWork.service} ${dueWork.phase} ${dueWork.at}`;
      repeated = signature === last ? repeated + 1 : 0;
      last = signature;
      if (repeated >= fruitlessRounds) throw new Error(`Due work does not get done: ${signature}`);
      if (dueWork.at > now.getTime()) await this.set(organizationId, { frozen_time: new Date(dueWork.at) });
      await this.coordinator.perform(organizationId, dueWork, this.stopping.signal);
    }
  }

  /** @returns false when the target moved meanwhile */
  private async arrive(organizationId: string, target: Date): Promise<boolean> {
    const result = await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('identity.test_clocks')
        .set({ frozen_time: target, status: 'ready', lease_until: null })
        .where('organization_id', '=', organizationId)
        .where('target_time', '=', target)
        .executeTakeFirst(),
    );
    return result.numUpdatedRows > 0n;
  }

  private async takeLease(organizationId: string, renew = false): Promise<boolean> {
    const result = await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('identity.test_clocks')
        .set({ lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'advancing')
        .$if(!renew, (query) => query.where(sql<boolean>`coalesce(lease_until < now(), true)`))
        .executeTakeFirst(),
    );
    return result.numUpdatedRows > 0n;
  }

  private async set(organizationId: string, values: { frozen_time: Date } | { lease_until: Date }): Promise<void> {
    await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .updateTable('identity.test_clocks')
        .set(values)
        .where('organization_id', '=', organizationId)
        .execute(),
    );
  }

  private async row(organizationId: string): Promise<ClockRow> {
    const clock = await this.database.tenant(organizationId, (transaction) =>
      tables(transaction)
        .selectFrom('identity.test_clocks')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .executeTakeFirst(),
    );
    if (!clock) throw new NotAllowed('organization_has_no_test_clock');
    return clock;
  }
}

const present = (clock: ClockRow, pending: number): TestClock => ({
  frozen_time: isoSeconds(clock.frozen_time),
  status: clock.status,
  progress: clock.status === 'ready' ? null : progressOf(clock, pending),
});

function progressOf({ turned_from: from, frozen_time: now, target_time: to }: ClockRow, pending: number) {
  const start = from ?? now;
  const seconds = (end: Date) => Math.floor(end.getTime() / 1000) - Math.floor(start.getTime() / 1000);
  return { from: isoSeconds(start), to: isoSeconds(to), done: seconds(now), total: seconds(to), pending_work: pending };
}
