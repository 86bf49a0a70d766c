import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DelayedError, type Job, type JobsOptions, type Worker } from 'bullmq';
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
import { JobQueues, mostStalls } from './job-queues.js';
import {
  clearPending,
  countPending,
  deletePendingMarks,
  recordPending,
  recordRestored,
  takeUnseen,
  type PendingJob,
} from './pending-jobs.js';
import { TryLater } from './try-later.js';

interface AddOptions {
  /** While a job of this id waits or runs, it is not queued again. Without colons and texts from outside. */
  id: string;
  /** Delay before it may run, in milliseconds. */
  delayMs?: number;
  /** Whether a lost job is queued again, and blocks a test clock; false for work with its own reconciler. */
  tracked?: boolean;
}

type Handler<N extends JobName> = (payload: JobPayload<N>) => Promise<void>;

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
 * records an organization's job from before it is queued until it is done. A reconciler queues lost jobs again, and
 * failed jobs are parked.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly queues: JobQueues;
  private readonly workers = new Map<JobName, Worker>();
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
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(() => this.measure());
    this.reconcileTimer = setInterval(() => {
      this.reconciling = this.reconciling
        .then(() => this.reconcile())
        .catch((error: unknown) => this.logger.warn('job sweep failed', { error }));
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
      if (organizationId !== undefined && options.tracked !== false) {
        const pending = { organizationId, job: name, id: options.id, payload: traced };
        await this.database.tenant(organizationId, (transaction) =>
          recordPending(transaction, pending, options.delayMs ?? 0),
        );
      }
      await this.enqueue(name, traced, options);
    });
  }

  /** Runs `handler` for every job of a name in this process. */
  work<N extends JobName>(name: N, handler: Handler<N>, concurrency: number): void {
    const worker = this.queues.worker(name, (job, token) => this.runOrDelay(name, job, token, handler), concurrency);
    worker.on(
      'failed',
      (job, error) =>
        void this.onFailed(name, job, error).catch((failure: unknown) =>
          this.logger.warn('job not parked yet', { job: name, error: failure }),
        ),
    );
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
    if (this.config.redisUrl) await this.queues.pingRedis();
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

  private async enqueue(name: JobName, payload: object, { id, delayMs }: AddOptions): Promise<void> {
    const options: JobsOptions = {
      jobId: id,
      attempts: jobs[name].attempts,
      backoff: { type: 'growing' },
      // A finished job must not block the next one with its id.
      removeOnComplete: true,
      removeOnFail: true,
      ...(delayMs ? { delay: Math.ceil(delayMs) } : {}),
    };
    await this.queues.queue(name).add(name, payload, options);
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
  ): Promise<void> {
    try {
      await this.run(name, job, handler);
    } catch (error) {
      if (!(error instanceof TryLater)) throw error;
      this.metrics.jobsDone.inc({ job: name, outcome: 'delayed' });
      await job.moveToDelayed(Date.now() + error.delayMs, token);
      throw new DelayedError();
    }
  }

  private async run<N extends JobName>(name: N, job: Job, handler: Handler<N>): Promise<void> {
    const payload = job.data as JobPayload<N> & {
      organization_id?: string;
      request_id?: string | null;
      traceparent?: string;
    };
    const context = {
      requestId: payload.request_id ?? null,
      ...(payload.organization_id ? { organizationId: payload.organization_id } : {}),
    };
    const begunAt = job.processedOn ?? Date.now();
    const span = {
      kind: 'consumer',
      attributes: aboutJob(name, job.id ?? '', 'process'),
      parent: { traceparent: payload.traceparent },
    } as const;
    const work = async () => {
      await handler(payload);
      this.metrics.jobsDone.inc({ job: name, outcome: 'done' });
      const pending = pendingOf(name, job);
      if (pending)
        await this.database.tenant(pending.organizationId, (transaction) =>
          clearPending(transaction, pending, begunAt),
        );
    };
    await inContext(context, () => inSpan(`process ${name}`, span, work));
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
    await this.park(pending, error, job?.attemptsMade ?? 1);
  }

  private async park(pending: Omit<PendingJob, 'restored'>, error: unknown, tries: number): Promise<void> {
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
  }

  private async restore(pending: PendingJob): Promise<void> {
    const { organizationId, job: name, id, payload, restored } = pending;
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
    if (restored >= mostRestored)
      return this.park(pending, new Error('its queue has lost it again and again'), restored);
    this.logger.warn('job queued again', { job: name, id, organization_id: organizationId, restored: restored + 1 });
    await this.database.tenant(organizationId, (transaction) => recordRestored(transaction, pending, restored + 1));
    await this.enqueue(name, payload, { id });
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

function pendingOf(name: JobName, job: Job): Omit<PendingJob, 'restored'> | null {
  const { organization_id: organizationId } = job.data as { organization_id?: string };
  return organizationId && job.id ? { organizationId, job: name, id: job.id, payload: job.data as object } : null;
}
