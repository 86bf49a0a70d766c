import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { currentContext, Jobs, Passes, TryLater, Unavailable, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventIntake } from '../../intake/events/event-intake.js';
import { BackfillBytes } from '../objects/backfill-bytes.js';
import {
  deleteBackfills,
  nextBackfill,
  organizationsWaiting,
  type BackfillRow,
} from '../records/backfills.repository.js';
import { BackfillSteps, type StepOutcome } from './backfill-steps.js';

/** Organizations whose backfills a process works on at once. */
const parallel = 2;
/** How long a run lasts before the runs of other organizations. */
const longestRunMs = 10_000;
/** After each batch, calls with events have the process for themselves. */
const pauseMs = 10;
/** Waiting for the installation, and for a bucket, which doubles up to the longest one. */
const busyMs = 1_000;
const unreachableMs = 5_000;
const longestWaitMs = 600_000;
/** A backfill without a process gets a job again after this time. */
const queuedAgainMs = 120_000;
const organizationsAtOnce = 200;
/** Ended and stopped backfills are deleted after this time, with their files and refused rows. */
const retentionMs = 30 * 86_400_000;
const deletedAtOnce = 100;

/**
 * Works on the backfills of organizations: one batch of an organization at a time, and none while too many calls with
 * events wait. A job only says that there is something to do: what and where, the table of backfills says.
 */
@Injectable()
export class BackfillRuns implements OnApplicationBootstrap {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly bytes: BackfillBytes,
    private readonly steps: BackfillSteps,
    private readonly intake: EventIntake,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('event-backfill', (payload) => this.run(payload), parallel);
  }

  /** Requests the work on the backfills of an organization; a repetition is harmless. */
  async queue(organizationId: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: currentContext()?.requestId ?? null };
    await this.jobs.add('event-backfill', payload, { id: organizationId });
  }

  /** Queues unfinished backfills whose jobs were lost, and deletes old ones. */
  async reconcile(): Promise<void> {
    const before = new Date(Date.now() - queuedAgainMs);
    const waiting = await this.database.everyTenant((transaction) =>
      organizationsWaiting(transaction, before, organizationsAtOnce),
    );
    await this.passes.each(
      {
        name: 'unfinished-backfills',
        failure: 'an unfinished backfill was left as it is',
        about: (organizationId) => ({ organization_id: organizationId }),
      },
      waiting,
      (organizationId) => this.queue(organizationId),
    );
    const old = new Date(Date.now() - retentionMs);
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce;)
      deleted = await this.database.everyTenant((transaction) => deleteBackfills(transaction, old, deletedAtOnce));
  }

  /** @throws TryLater until no backfill of the organization is unfinished */
  private async run({ organization_id: organizationId }: JobPayload<'event-backfill'>): Promise<void> {
    const row = await this.database.tenant(organizationId, (transaction: TenantTransaction) =>
      nextBackfill(transaction),
    );
    if (!row) return;
    const begun = await this.steps.begin(row);
    const outcome = begun ? await this.work(begun) : 'gone';
    throw new TryLater(waitOf(outcome, row.tries));
  }

  private async work(row: BackfillRow): Promise<StepOutcome | 'busy'> {
    const objects = this.bytes.open(row);
    try {
      for (const until = Date.now() + longestRunMs; Date.now() < until; await sleep(pauseMs)) {
        this.intake.refuseBeyondBounds();
        const outcome = await this.steps.next(row.organization_id, row.id, objects);
        if (outcome !== 'more') return outcome;
      }
      return 'more';
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      await this.steps.takeBack(row);
      return 'busy';
    } finally {
      objects.close();
    }
  }
}

/** @param tries runs before this one without a row */
function waitOf(outcome: StepOutcome | 'busy', tries: number): number {
  if (outcome === 'later') return Math.min(unreachableMs * 2 ** tries, longestWaitMs);
  return outcome === 'busy' ? busyMs : 0;
}
