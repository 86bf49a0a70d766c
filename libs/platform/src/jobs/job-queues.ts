import {
  Queue,
  Worker,
  createPostgresBackend,
  type Job,
  type JobsOptions,
  type MinimalJob,
  type QueueOptions,
  type WorkerListener,
  type WorkerOptions,
} from 'bullmq';
import { jobs, type JobName } from '@tollgate/contracts';
import type { Config } from '../config/config.js';
import type { RedisSettings } from '../config/store-settings.js';
import { SteadyClient } from '../database/connections.js';
import type { Logger } from '../observability/logger.js';
import { keyPrefix, redisClient, type RedisClient } from '../stores/redis-client.js';
import { QueueWorker } from './queue-worker.js';

/** After this many stalls a job fails for good: it probably kills the processes that try it. */
export const mostStalls = 20;
/** BullMQ's own default. */
const queuePrefix = 'bull';
/** Longer than the polling interval of workers. */
const idleConnectionMs = 30_000;
const firstBackoffMs = 200;
const longestBackoffMs = 60_000;

/** Attempts before the job's last wait for a place: it was queued with those that were left. */
export const earlierAttempts = (job: Pick<MinimalJob, 'name' | 'opts'> | undefined): number =>
  job?.opts.attempts ? Math.max((jobs[job.name as JobName]?.attempts ?? 0) - job.opts.attempts, 0) : 0;

/** The queues and workers of BullMQ in this process: on Redis where `REDIS_URL` is set, else on PostgreSQL. */
export class JobQueues {
  private readonly queues = new Map<JobName, Queue>();
  /** Of the queues. */
  private redis: RedisClient | undefined;
  private readonly connections: RedisClient[] = [];

  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** The queue of a name, opened on first use. */
  queue(name: JobName): Queue {
    const openQueue = this.queues.get(name);
    if (openQueue) return openQueue;
    const queue = new Queue(name, this.queueOptions(), this.backend() as never);
    queue.on('error', (error) => this.logger.debug('job queue', { job: name, error }));
    this.queues.set(name, queue);
    // BullMQ never repeats a failed preparation of a connection. The next use opens another queue.
    queue.waitUntilReady().catch(() => {
      this.queues.delete(name);
      return queue.close().catch(() => undefined);
    });
    return queue;
  }

  /**
   * Queues a job, unless one of its id waits or runs.
   * @param attempts failed attempts before its last wait for a place
   */
  async add(
    name: JobName,
    payload: object,
    { id, delayMs, attempts = 0 }: { id: string; delayMs?: number; attempts?: number },
  ): Promise<void> {
    const options: JobsOptions = {
      jobId: id,
      attempts: Math.max(jobs[name].attempts - attempts, 1),
      backoff: { type: 'growing' },
      // A finished job must not block the next one with its id.
      removeOnComplete: true,
      removeOnFail: true,
      ...(delayMs ? { delay: Math.ceil(delayMs) } : {}),
    };
    await this.queue(name).add(name, payload, options);
  }

  /**
   * Starts a worker of a queue.
   * @param listeners of its events
   */
  worker(
    name: JobName,
    process: (job: Job, token?: string) => Promise<unknown>,
    concurrency: number,
    listeners: Partial<Pick<WorkerListener, 'failed' | 'completed'>> = {},
  ): QueueWorker {
    const report = (error: unknown) => this.logger.debug('job worker', { job: name, error });
    const create = () => {
      const worker = new Worker(name, process, this.workerOptions(concurrency), this.backend() as never);
      worker.on('error', report);
      if (listeners.failed) worker.on('failed', listeners.failed);
      if (listeners.completed) worker.on('completed', listeners.completed);
      return worker;
    };
    return new QueueWorker(create, report);
  }

  /** Throws when Redis does not answer. */
  async pingRedis(): Promise<void> {
    await this.connection().ping();
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    for (const connection of this.connections) connection.disconnect();
  }

  private queueOptions(): QueueOptions {
    const { redis } = this.config;
    if (redis) return { connection: this.connection(), prefix: keyPrefix(redis, queuePrefix) };
    return {
      connection: {
        Client: SteadyClient,
        connectionString: this.config.databaseUrl,
        schema: 'bullmq',
        migrate: true,
        max: 3,
        idleTimeoutMillis: idleConnectionMs,
      },
    };
  }

  private workerOptions(concurrency: number): WorkerOptions {
    const settings = {
      concurrency,
      autorun: false,
      lockDuration: 30_000,
      stalledInterval: 10_000,
      // A job stalls when its process dies; that indicates a faulty job only when it repeats.
      maxStalledCount: mostStalls,
      settings: {
        backoffStrategy: (attempts: number, _type?: string, _error?: Error, job?: MinimalJob) =>
          Math.min(firstBackoffMs * 2 ** Math.max(attempts + earlierAttempts(job) - 1, 0), longestBackoffMs),
      },
    };
    const { redis } = this.config;
    if (redis) {
      return { ...settings, connection: this.connect(redis, null), prefix: keyPrefix(redis, queuePrefix) };
    }
    return {
      ...settings,
      connection: {
        Client: SteadyClient,
        connectionString: this.config.databaseUrl,
        schema: 'bullmq',
        migrate: true,
        max: 4,
        // Each worker polls every few seconds; a new connection each time would cost both sides milliseconds.
        min: 1,
        idleTimeoutMillis: idleConnectionMs,
      },
    };
  }

  private backend() {
    return this.config.redis ? undefined : createPostgresBackend;
  }

  private connection(): RedisClient {
    this.redis ??= this.connect(this.config.redis as RedisSettings, 3);
    return this.redis;
  }

  /** @param retries of a command before it fails; null: until the server answers */
  private connect(settings: RedisSettings, retries: number | null): RedisClient {
    const client = redisClient(settings, { maxRetriesPerRequest: retries, enableReadyCheck: true });
    client.on('error', (error) => this.logger.debug('redis', { error }));
    this.connections.push(client);
    return client;
  }
}
