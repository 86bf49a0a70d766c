import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { Queue, Worker, createPostgresBackend, type Job, type JobsOptions, type QueueOptions, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { jobs, type JobName, type JobPayload } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { SteadyClient } from '../database/connections.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { clearInFlight, noteInFlight } from '../messaging/in-flight.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { inContext } from '../observability/request-context.js';

interface AddOptions {
  /** The same id queues the job once while it is known. No colons. */
  id: string;
  /** Milliseconds to wait before it may run. */
  delayMs?: number;
  /** Whether a test clock waits for this job; false for retries that happen in real time. */
  tracked?: boolean;
}

type Handler<N extends JobName> = (payload: JobPayload<N>) => Promise<void>;

// Few: each job that ends looks through those that are kept.
const finished = { age: 3600, count: 100 };

/** Background jobs: BullMQ on Redis where `REDIS_URL` is set, else on PostgreSQL. */
@Injectable()
export class Jobs implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly queues = new Map<JobName, Queue>();
  private readonly workers: Worker[] = [];
  private redis: Redis | undefined;

  constructor(
    private readonly config: Config,
    private readonly database: PlatformDatabase,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Queues a job. With the same id it is queued once; its handler is nevertheless ready to run twice. */
  async add<N extends JobName>(name: N, payload: JobPayload<N>, options: AddOptions): Promise<void> {
    const { organization_id: organizationId } = payload as { organization_id?: string };
    const noted =
      organizationId !== undefined && options.tracked !== false && (await this.database.tenant(organizationId, (transaction) => noteInFlight(transaction, organizationId, jobWorkId(name, options.id))));
    const jobOptions: JobsOptions = {
      jobId: options.id,
      attempts: jobs[name].attempts,
      backoff: { type: 'exponential', delay: 200 },
      removeOnComplete: finished,
      removeOnFail: { age: 30 * 24 * 3600 },
      ...(options.delayMs ? { delay: Math.ceil(options.delayMs) } : {}),
    };
    const job = await this.queue(name).add(name, payload, jobOptions);
    // Of a job that was queued before, and is done, nobody else would say so.
    if (noted && ['completed', 'failed'].includes(await job.getState())) await this.settled(name, job);
  }

  /** Queues a job again that got lost or was given up; one that waits, runs or is done is left alone. */
  async repair<N extends JobName>(name: N, payload: JobPayload<N>, options: AddOptions): Promise<void> {
    const job = await this.queue(name).getJob(options.id);
    if (job && (await job.isFailed())) await job.retry('failed', { resetAttemptsMade: true });
    else await this.add(name, payload, options);
  }

  /** Runs `handler` for every job of a name in this process. */
  work<N extends JobName>(name: N, handler: Handler<N>, concurrency: number): void {
    const worker = new Worker(name, (job) => this.run(name, job, handler), this.workerOptions(concurrency), this.backend() as never);
    worker.on('error', (error) => this.logger.debug('job worker', { job: name, error }));
    worker.on('failed', (job, error) => void this.onFailed(name, job, error));
    this.workers.push(worker);
  }

  /** Runs a job at a fixed interval, once for the whole installation. */
  async every<N extends JobName>(name: N, everyMs: number, payload: JobPayload<N>): Promise<void> {
    await this.queue(name).upsertJobScheduler(name, { every: everyMs }, { name, data: payload, opts: { removeOnComplete: true, removeOnFail: 10 } });
  }

  /** Throws when jobs cannot be queued now. */
  async ping(): Promise<void> {
    if (this.config.redisUrl) await this.connection().ping();
    else await this.database.ping();
  }

  /** Jobs under way are finished first, while everything that they need is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    this.redis?.disconnect();
  }

  private async run<N extends JobName>(name: N, job: Job, handler: Handler<N>): Promise<void> {
    const payload = job.data as JobPayload<N> & { organization_id?: string; request_id?: string | null };
    const context = { requestId: payload.request_id ?? null, ...(payload.organization_id ? { organizationId: payload.organization_id } : {}) };
    await inContext(context, async () => {
      await handler(payload);
      this.metrics.jobsDone.inc({ job: name, outcome: 'done' });
      await this.settled(name, job);
    });
  }

  private async onFailed(name: JobName, job: Job | undefined, error: Error): Promise<void> {
    const givenUp = job !== undefined && job.attemptsMade >= (job.opts.attempts ?? 1);
    this.metrics.jobsDone.inc({ job: name, outcome: givenUp ? 'given_up' : 'failed' });
    this.logger[givenUp ? 'error' : 'warn']('job failed', { job: name, id: job?.id, attempts: job?.attemptsMade, error });
    if (givenUp) await this.settled(name, job).catch(() => undefined);
  }

  private async settled(name: JobName, job: Job): Promise<void> {
    const { organization_id: organizationId } = job.data as { organization_id?: string };
    if (!organizationId || !job.id) return;
    const id = jobWorkId(name, job.id);
    await this.database.tenant(organizationId, (transaction) => clearInFlight(transaction, organizationId, id));
  }

  private queue(name: JobName): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, this.queueOptions(), this.backend() as never);
    queue.on('error', (error) => this.logger.debug('job queue', { job: name, error }));
    this.queues.set(name, queue);
    return queue;
  }

  private queueOptions(): QueueOptions {
    if (this.config.redisUrl) return { connection: this.connection() as never };
    return { connection: { Client: SteadyClient, connectionString: this.config.databaseUrl, schema: 'bullmq', migrate: true, max: 3 } as never };
  }

  private workerOptions(concurrency: number): WorkerOptions {
    const settings = { concurrency, lockDuration: 30_000, stalledInterval: 10_000 };
    if (this.config.redisUrl) return { ...settings, connection: this.connection().duplicate({ maxRetriesPerRequest: null }) as never };
    return { ...settings, connection: { Client: SteadyClient, connectionString: this.config.databaseUrl, schema: 'bullmq', migrate: true, max: 4 } as never };
  }

  private backend() {
    return this.config.redisUrl ? undefined : createPostgresBackend;
  }

  private connection(): Redis {
    if (!this.redis) {
      this.redis = new Redis(this.config.redisUrl as string, { maxRetriesPerRequest: 3, enableReadyCheck: true });
      this.redis.on('error', (error) => this.logger.debug('redis', { error }));
    }
    return this.redis;
  }
}

/** How a job is named among the work in flight, for those who note it in the transaction that makes it necessary. */
export const jobWorkId = (name: JobName, id: string): string => `${name}-${id}`;
