import type { Job } from 'bullmq';
import type { JobName } from '@tollgate/contracts';
import { Batcher } from '../batching/batcher.js';
import { isTransactionOpen } from '../database/open-transaction.js';
import type { PlatformDatabase } from '../database/platform-database.js';
import type { JobQueues } from './job-queues.js';
import {
  clearPending,
  freePlaces,
  recordPending,
  takePlace,
  waitAgain,
  type JobKey,
  type JobPlace,
  type NewPendingJob,
  type PendingJob,
} from './pending-jobs.js';

const admittedAtOnce = 500;

/** A job to record, and where. */
interface Added {
  place: JobPlace;
  pending: NewPendingJob;
}

/**
 * Gives every organization its share: one place in each queue. One of its jobs stands there at a time, and the others
 * wait in `platform.pending_jobs`. When it begins, the next one goes to the end of the queue. So a job waits for at most
 * one job of each other organization, however many these have.
 */
export class JobPlaces {
  /** The running jobs of this process by queue and organization. */
  private readonly running = new Map<string, number>();
  private readonly added = new Batcher<Added, void>((added) => this.addAll(added));

  constructor(
    private readonly database: PlatformDatabase,
    private readonly queues: JobQueues,
  ) {}

  /** Records a job, and queues it when the place of its organization is free. Concurrent calls share their statements. */
  async add(place: JobPlace, pending: NewPendingJob): Promise<void> {
    // A caller with an open transaction would keep others waiting that it waits for itself.
    if (isTransactionOpen()) await this.addAll([{ place, pending }]);
    else await this.added.add(`${place.job}/${place.organizationId}`, { place, pending });
  }

  private async addAll(added: Added[]): Promise<void[]> {
    const [{ place }] = added as [Added];
    const all = added.map(({ pending }) => pending);
    const stages = await this.database.tenant(place.organizationId, (transaction) =>
      recordPending(transaction, place, all),
    );
    const others = all.filter(({ id }) => stages.get(id) !== 'waiting');
    await Promise.all(others.map((one) => this.queues.add(place.job, one.payload, one)));
    // The one in the queue may have begun before these were recorded.
    if (others.length < all.length) await this.next(place);
    return added.map(() => undefined);
  }

  /** Runs the work of a job, and counts it as running meanwhile. */
  async run({ organizationId, job }: JobKey, work: () => Promise<void>): Promise<void> {
    const share = `${job}/${organizationId}`;
    this.running.set(share, (this.running.get(share) ?? 0) + 1);
    try {
      await work();
    } finally {
      const left = (this.running.get(share) ?? 1) - 1;
      if (left > 0) this.running.set(share, left);
      else this.running.delete(share);
    }
  }

  /**
   * Whether a job has to wait for a place once more. Jobs that were delayed, such as after failures, may come back all
   * at once; while another one of their organization runs here, each waits again.
   */
  mustWaitAgain({ organizationId, job: name }: JobKey, job: Pick<Job, 'attemptsStarted' | 'opts'>): boolean {
    const isDelayed = job.attemptsStarted > 1 || (job.opts.delay ?? 0) > 0;
    return isDelayed && this.running.has(`${name}/${organizationId}`);
  }

  /** Makes a job wait that has left its queue. @param attempts its failed attempts since its last wait */
  async waitAgain(key: JobKey, attempts: number): Promise<void> {
    const next = await this.database.tenant(key.organizationId, async (transaction) => {
      await waitAgain(transaction, key, attempts);
      return takePlace(transaction, key);
    });
    await this.queue(next);
  }

  /** Records that a job begins: the next one of its organization may go to the queue. */
  async begin(key: JobKey): Promise<void> {
    await this.queue(
      await this.database.tenant(key.organizationId, (transaction) => takePlace(transaction, key, key.id)),
    );
  }

  /** Records that a job is done. @param begunAt Unix milliseconds */
  async finish(key: JobKey, begunAt: number): Promise<void> {
    const next = await this.database.tenant(key.organizationId, async (transaction) => {
      await clearPending(transaction, key, begunAt);
      // Two that began at the same instant each saw the other one in the queue.
      return takePlace(transaction, key);
    });
    await this.queue(next);
  }

  /** Gives away the places that stayed free because a process died. */
  async reconcile(names: JobName[]): Promise<void> {
    const missed = await this.database.everyTenant((transaction) => freePlaces(transaction, names, admittedAtOnce));
    for (const each of missed) await this.next(each);
  }

  private async next(key: JobPlace): Promise<void> {
    await this.queue(await this.database.tenant(key.organizationId, (transaction) => takePlace(transaction, key)));
  }

  private async queue(next: PendingJob | undefined): Promise<void> {
    if (next) await this.queues.add(next.job, next.payload, next);
  }
}
