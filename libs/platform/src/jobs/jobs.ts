import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DelayedError, type Job } from 'bullmq';
import { jobs, type JobName, type JobPayload } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { isDatabaseUnavailable } from '../database/errors.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { Unavailable } from '../errors/api-errors.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { inContext } from '../observability/request-context.js';
import { currentTraceparent, inSpan } from '../observability/tracing/tracing.js';
import { Parked } from '../parked/parked.js';
import { parkedReasonOf } from '../parked/parked-reason.js';
import { Passes, type Pass } from '../passes/passes.js';
import { faultOfId } from './job-ids.js';
import { earlierAttempts, JobQueues, mostStalls } from './job-queues.js';
import { JobPlaces } from './job-places.js';
import type { QueueWorker } from './queue-worker.js';
import { countPending, deletePendingMarks, recordRestored, takeUnseen, type PendingJob } from './pending-jobs.js';
import { TryLater } from './try-later.js';

interface AddOptions {
  /** While a job of this id waits or runs, it is not queued again. Without colons and texts from outside. */
  id: string;
  /** Delay before it may run, in milliseconds. */
  delayMs?: number;
  /** Whether test clocks wait for it; false for work that may follow later. */
  blocksTestClock?: boolean;
}

/** @param begin called by a handler that waits for others of its own first, once it begins */
type Handler<N extends JobName> = (payload: JobPayload<N>, begin: () => Promise<void>) => Promise<void>;

/** How a worker runs its jobs. */
interface WorkOptions {
  /** Whether handlers call `begin` themselves; otherwise a job begins at once. */
  beginsLater?: boolean;
}

/** The result of a job that has to wait for a place once more, which its handler has not run for. */
const mustWaitAgain = 'wait again';

interface Schedule {
  everyMs: number;
  payload: object;
}

const reconcileEveryMs = 10_000;
const reconciledAtOnce = 500;
/** After this many losses a job is parked: it probably kills the processes that try it. */
const mostRestored = mostStalls;

/**
 * Background jobs: BullMQ on Redis where `REDIS_URL` is set, else on PostgreSQL. The table `platform.pending_jobs`
 * records an organization's job from before it is queued until it is done. Each organization has one place in each
 * queue. A
 * reconciler queues lost jobs again, and failed jobs are parked.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly queues: JobQueues;
  private readonly places: JobPlaces;
  private readonly workers = new Map<JobName, QueueWorker>();
  private readonly schedules = new Map<JobName, Schedule>();
  private reconcileTimer: NodeJS.Timeout | undefined;
  private reconciling: Promise<void> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly database: PlatformDatabase,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly parked: Parked,
    private readonly passes: Passes,
  ) {
    this.queues = new JobQueues(config, logger);
    this.places = new JobPlaces(database, this.queues);
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(() => this.measure());
    this.reconcileTimer = setInterval(() => {
      this.reconciling = this.reconciling
        .then(() => this.reconcile())
        .catch((error: unknown) => this.logger.warn('job reconciliation failed', { error }));
    }, reconcileEveryMs);
  }

  /**
   * Queues a job. Each id is queued once; handlers must nevertheless tolerate running twice.
   * @throws BadJobId before anything is recorded
   */
  async add<N extends JobName>(name: N, payload: JobPayload<N>, options: AddOptions): Promise<void> {
    const fault = faultOfId(name, options.id);
    if (fault) throw fault;
    await inSpan(`send ${name}`, { kind: 'producer', attributes: aboutJob(name, options.id, 'send') }, async () => {
      const traceparent = currentTraceparent();
      const traced = traceparent === null ? payload : { ...payload, traceparent };
      const { organization_id: organizationId } = payload as { organization_id?: string };
      const { id, delayMs = 0, blocksTestClock = true } = options;
      if (organizationId === undefined) return this.queues.add(name, traced, { id, delayMs });
      await this.places.add({ organizationId, job: name }, { id, payload: traced, delayMs, blocksTestClock });
    });
  }

  /** Runs `handler` for every job of a name in this process. */
  work<N extends JobName>(name: N, handler: Handler<N>, concurrency: number, options: WorkOptions = {}): void {
    const run: Handler<N> = options.beginsLater
      ? handler
      : (payload, begin) => begin().then(() => handler(payload, begin));
    const later = (failure: unknown) => this.logger.warn('job recorded later', { job: name, error: failure });
    const worker = this.queues.worker(name, (job, token) => this.runOrDelay(name, job, token, run), concurrency, {
      failed: (job, error) => void this.onFailed(name, job, error).catch(later),
      completed: (job, result) => void this.onCompleted(name, job, result).catch(later),
    });
    const { service } = jobs[name];
    if (![...this.workers.keys()].some((other) => jobs[other].service === service)) {
      this.parked.register(service, 'job', { retry: ({ payload }) => this.restart(payload as ParkedJob) });
    }
    this.workers.set(name, worker);
  }

  /**
   * Runs a reconciler every `SWEEP_SECONDS`, once for the whole installation: it searches a service's tables for
   * outstanding work.
   * @param reconcile may be interrupted anywhere, and run again
   */
  async reconcileEvery<N extends JobName>(name: N, reconcile: () => Promise<void>): Promise<void> {
    this.work(name, reconcile, 1);
    await this.every(name, this.config.reconcileMs, {} as JobPayload<N>);
  }

  /** Runs a job at a fixed interval, once for the whole installation. */
  async every<N extends JobName>(name: N, everyMs: number, payload: JobPayload<N>): Promise<void> {
    this.schedules.set(name, { everyMs, payload });
    await this.schedule(name, { everyMs, payload });
  }

  /** Throws when jobs cannot be queued now. */
  async ping(): Promise<void> {
    if (this.config.redis) await this.queues.pingRedis();
    else await this.database.ping();
  }

  /** Running jobs finish first, while all of their dependencies are still up. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.reconcileTimer);
    await Promise.allSettled([this.reconciling, ...[...this.workers.values()].map((worker) => worker.close())]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }

  private async schedule(name: JobName, { everyMs, payload }: Schedule): Promise<void> {
    await this.queues
      .queue(name)
      .upsertJobScheduler(
        name,
        { every: everyMs },
        { name, data: payload, opts: { removeOnComplete: true, removeOnFail: true } },
      );
  }

  /** Runs a job. One whose handler has it wait goes back to its queue, as if it had not run. */
  private async runOrDelay<N extends JobName>(
    name: N,
    job: Job,
    token: string | undefined,
    handler: Handler<N>,
  ): Promise<string | void> {
    const pending = pendingOf(name, job);
    if (!pending) return this.run(name, job, () => handler(job.data as JobPayload<N>, () => Promise.resolve()));
    if (this.places.mustWaitAgain(pending, job)) return mustWaitAgain;
    const begunAt = job.processedOn ?? Date.now();
    try {
      await this.places.run(pending, () =>
        this.run(name, job, async () => {
          await handler(job.data as JobPayload<N>, () => this.places.begin(pending));
          await this.places.finish(pending, begunAt);
        }),
      );
    } catch (error) {
      if (!(error instanceof TryLater)) throw error;
      this.metrics.jobsDone.inc({ job: name, outcome: 'delayed' });
      await job.moveToDelayed(Date.now() + error.delayMs, token);
      throw new DelayedError();
    }
  }

  private async run(name: JobName, job: Job, handler: () => Promise<void>): Promise<void> {
    const payload = job.data as { organization_id?: string; request_id?: string | null; traceparent?: string };
    const context = {
      requestId: payload.request_id ?? null,
      ...(payload.organization_id ? { organizationId: payload.organization_id } : {}),
    };
    const span = {
      kind: 'consumer',
      attributes: aboutJob(name, job.id ?? '', 'process'),
      parent: { traceparent: payload.traceparent },
    } as const;
    const work = async () => {
      await handler();
      this.metrics.jobsDone.inc({ job: name, outcome: 'done' });
    };
    await inContext(context, () => inSpan(`process ${name}`, span, work));
  }

  private async onCompleted(name: JobName, job: Job, result: unknown): Promise<void> {
    const pending = result === mustWaitAgain ? pendingOf(name, job) : null;
    if (pending) await this.places.waitAgain(pending, job.attemptsMade);
  }

  private async onFailed(name: JobName, job: Job | undefined, error: Error): Promise<void> {
    const exhausted =
      job !== undefined && (job.attemptsMade >= (job.opts.attempts ?? 1) || /stalled/.test(error.message));
    this.metrics.jobsDone.inc({ job: name, outcome: exhausted ? 'given_up' : 'failed' });
    this.logger[exhausted ? 'error' : 'warn']('job failed', {
      job: name,
      id: job?.id,
      attempts: job?.attemptsMade,
      error,
    });
    const pending = exhausted ? pendingOf(name, job) : null;
    // Unavailable backends come back: the job stays pending, and the reconciler queues it again.
    if (!pending || error instanceof Unavailable || isDatabaseUnavailable(error)) return;
    await this.park(pending, error, (job?.attemptsMade ?? 1) + earlierAttempts(job));
  }

  private async park(pending: OwnedJob, error: unknown, tries: number): Promise<void> {
    const { organizationId, job, id, payload } = pending;
    await this.database.tenant(organizationId, async (transaction) => {
      const content: ParkedJob = { job, id, payload };
      await this.parked.park(transaction, {
        service: jobs[job].service,
        kind: 'job',
        organizationId,
        key: `${job}/${id}`,
        payload: content,
        tries,
        ...parkedReasonOf(error),
      });
      await deletePendingMarks(transaction, pending);
    });
  }

  private async restart({ job, id, payload }: ParkedJob): Promise<void> {
    await this.add(job, payload as never, { id });
  }

  /** Queues lost jobs again: jobs of organizations, and interval jobs. */
  private async reconcile(): Promise<void> {
    await this.passes.each(scheduling, this.schedules, async ([name, schedule]) => {
      const scheduler = await this.queues.queue(name).getJobScheduler(name);
      if (!scheduler?.next || scheduler.next < Date.now() - 2 * schedule.everyMs) await this.schedule(name, schedule);
    });
    const names = [...this.workers.keys()];
    if (names.length === 0) return;
    const unseen = await this.database.everyTenant((transaction) => takeUnseen(transaction, names, reconciledAtOnce));
    const restoring: Pass<PendingJob> = {
      name: 'lost-jobs',
      failure: 'a lost job was not queued again; it stays due',
      about: ({ organizationId, job, id }) => ({ organization_id: organizationId, job, id }),
      park: (pending, error, tries) => this.park(pending, error, tries),
    };
    await this.passes.each(restoring, unseen, (pending) => this.restore(pending));
    await this.places.reconcile(names);
  }

  private async restore(pending: PendingJob): Promise<void> {
    const { organizationId, job: name, id, payload, restored, attempts } = pending;
    // An earlier release may have recorded it; no queue will ever take it.
    const fault = faultOfId(name, id);
    if (fault) return this.park(pending, fault, restored + 1);
    const queue = this.queues.queue(name);
    const job = await queue.getJob(id);
    if (job) {
      const state = await job.getState();
      if (state !== 'failed' && state !== 'completed') return;
      await job.remove();
    }
    if (restored >= mostRestored) return this.park(pending, new Error('its queue lost it repeatedly'), restored);
    this.logger.warn('job queued again', { job: name, id, organization_id: organizationId, restored: restored + 1 });
    await this.database.tenant(organizationId, (transaction) => recordRestored(transaction, pending, restored + 1));
    await this.queues.add(name, payload, { id, attempts });
  }

  private async measure(): Promise<void> {
    const names = [...this.workers.keys()];
    const counts = await this.database.everyTenant((transaction) => countPending(transaction, names));
    for (const name of names) {
      const { waiting = 0, oldest_seconds: oldest = 0 } = counts.find(({ job }) => job === name) ?? {};
      this.metrics.jobsPending.set({ job: name }, waiting);
      this.metrics.jobsOldest.set({ job: name }, oldest);
    }
  }
}

const scheduling: Pass<[JobName, Schedule]> = {
  name: 'job-schedules',
  failure: 'the interval of a job was not restored; the next run does it',
  about: ([job]) => ({ job }),
};

const aboutJob = (name: JobName, id: string, operation: 'send' | 'process') => ({
  'messaging.system': 'bullmq',
  'messaging.operation.type': operation,
  'messaging.destination.name': name,
  'messaging.message.id': id,
});

/** A failed job as the service parks it. */
interface ParkedJob {
  job: JobName;
  id: string;
  payload: object;
}

/** A job of an organization. */
type OwnedJob = Omit<PendingJob, 'restored' | 'attempts'>;

function pendingOf(name: JobName, job: Job): OwnedJob | null {
  const { organization_id: organizationId } = job.data as { organization_id?: string };
  return organizationId && job.id ? { organizationId, job: name, id: job.id, payload: job.data as object } : null;
}
