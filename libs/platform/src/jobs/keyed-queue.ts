import { setTimeout as sleep } from 'node:timers/promises';
import {
  jobs as contracts,
  type JobPayload,
  type KeyedJobName,
  type Message,
  type ServiceName,
} from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import { lostToAnotherWrite } from '../database/errors.js';
import { mapConcurrent } from '../database/shared-statements.js';
import type { TenantTransaction } from '../database/transaction.js';
import { Batcher } from '../batching/batcher.js';
import { Semaphore } from '../batching/semaphore.js';
import { newId } from '../ids.js';
import type { Logger } from '../observability/logger.js';
import type { Parked } from '../parked/parked.js';
import { parkedReasonOf } from '../parked/parked-reason.js';
import type { ParkedRow } from '../parked/parked.tables.js';
import type { Jobs } from './jobs.js';
import type { Failed, QueueDefinition, QueueWorker, Work } from './queue-definition.js';
import {
  dropWork,
  isWorkWaiting,
  lastPlace,
  lockOf,
  nextWork,
  recordFailedWork,
  putWork,
  removeWork,
  bySeries,
  type RequestedKey,
  type NewItem,
  type QueuedItem,
  type QueueKey,
} from './queued-work.js';
import { SingleFlight } from './single-flight.js';

interface Wake {
  /** Without colons. */
  id: string;
  requestId?: string | null;
  /** Whether test clocks wait for it, where they wait for the queue; false for work that may follow later. */
  blocksTestClock?: boolean;
  /** Delay before it may run, in milliseconds. */
  delayMs?: number;
}

/** Concurrent jobs in a process. Jobs of a busy key wait for it together, without holding a connection. */
const jobsAtOnce = 64;
/** Organizations whose messages are accepted concurrently; each holds a connection. */
const acceptedAtOnce = 4;
/** Maximum attempts for work with a transient fault of its own. */
const maximumAttempts = 5;
/**
 * Maximum items of a job that fail without a fault of their own: then a backend is unavailable, and the others would
 * fail too.
 */
const mostFaultless = 10;

/** Whether the next failure parks the item. */
export const isLastTry = ({ attempts }: Pick<QueuedItem<unknown>, 'attempts'>): boolean =>
  attempts + 1 >= maximumAttempts;

/** Work to store, and its requester: a repeated request by the same requester is recognized. */
export interface RequestedWork<P> {
  id: string;
  payload: P;
  /** An id of the requester, the same on every repetition. */
  requestedBy: string;
}

/** Finds the work that a message requests. */
type Find<P> = (transaction: TenantTransaction) => Promise<{ id: string; payload: P }[]>;

/** A message whose work is to be stored. */
interface Accepted<P> {
  message: Message;
  find: Find<P>;
}

/** The progress of a key in one job. */
interface Run {
  organizationId: string;
  /** Errors by series; the job's next try handles these series. */
  failures: Map<string, unknown>;
  faultless: number;
  /** Items taken from the queue. */
  taken: number;
  /** How long the work on them took, in milliseconds. */
  workedMs: number;
  /** Whether finished work was requested again: it moved to the end of the queue without a job. */
  again: boolean;
}

/**
 * Work that waits in a table by key. One worker in the installation works on a key, in order, in batches that grow with
 * the load. Jobs start it quickly; the table is the record of outstanding work. Failed work is retried and does not
 * block other work; after its last try it is parked for operators.
 */
export class KeyedQueue<P> {
  readonly name: KeyedJobName;
  private readonly service: ServiceName;
  private readonly flights: SingleFlight;
  private readonly accepted = new Batcher<Accepted<P>, void>(
    (accepted) => this.acceptAll(accepted),
    new Semaphore(acceptedAtOnce),
  );

  constructor(
    private readonly definition: QueueDefinition<P>,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly parked: Parked,
    private readonly logger: Logger,
  ) {
    this.name = definition.job;
    this.service = contracts[definition.job].service;
    this.flights = new SingleFlight(definition.parallelKeys);
  }

  /** Starts working on this queue in this process. Called once, when the service starts. */
  start(worker: QueueWorker<P>): void {
    const { job, parkedAs } = this.definition;
    this.parked.register(this.service, parkedAs, { retry: (item) => this.retry(item) });
    const serve = (payload: JobPayload<KeyedJobName>, begin: () => Promise<void>) => this.serve(payload, worker, begin);
    this.jobs.work(job, serve, jobsAtOnce, { beginsLater: true });
  }

  /**
   * Stores the work that a message requests, once even if the message is repeated. Concurrent messages of an
   * organization are accepted together, with one job per key.
   */
  async accept(message: Message, find: Find<P>): Promise<void> {
    await this.accepted.add(message.organization_id, { message, find });
  }

  private async acceptAll(accepted: Accepted<P>[]): Promise<void[]> {
    const messages = accepted.map(({ message }) => message);
    const [{ organization_id: organizationId }] = messages as [Message];
    const requested = await this.database.tenant(organizationId, async (transaction) => {
      const workOfMessages = await mapConcurrent(accepted, ({ find }) => find(transaction));
      const work = accepted.flatMap(({ message: { id: requestedBy } }, index) =>
        (workOfMessages[index] ?? []).map((each) => ({ ...each, requestedBy })),
      );
      const items = this.itemsOf(work);
      // With series, only the order within a series counts: concurrent requests then lock rows in the same order.
      if (this.definition.seriesOf) items.sort(bySeries);
      return putWork(transaction, this.at(organizationId), items);
    });
    const requestOf = new Map(messages.map((message) => [message.id, message.request_id]));
    // Jobs are queued before the messages are marked as handled: after an interruption they are queued again.
    await Promise.all(
      requested.map((one) => this.wakeFor(organizationId, one, requestOf.get(one.requestedBy) ?? null)),
    );
    await this.database.handleAllOnce(messages, () => Promise.resolve());
    return accepted.map(() => undefined);
  }

  /**
   * Stores work in the caller's transaction.
   * @returns keys that need a job: call `wakeFor` for them after the commit
   */
  async put(transaction: TenantTransaction, work: RequestedWork<P>[]): Promise<RequestedKey[]> {
    return putWork(transaction, this.at(transaction.organizationId), this.itemsOf(work));
  }

  private itemsOf(work: RequestedWork<P>[]): NewItem<P>[] {
    const { keyOf, seriesOf } = this.definition;
    return work.map((each) => {
      const { id, payload } = each;
      return { ...each, key: keyOf(payload), series: seriesOf?.(payload) ?? id };
    });
  }

  /** Queues the job for stored work; a repeated request by the same requester is the same job. */
  async wakeFor(
    organizationId: string,
    { key, requestedBy }: RequestedKey,
    requestId: string | null = null,
  ): Promise<void> {
    await this.wake(organizationId, key, { id: `${requestedBy}-${key}`, requestId });
  }

  /**
   * Queues a job for a key after the work's commit; each id is queued once. Queues none where another job already waits
   * here to start: that one does this work too.
   */
  async wake(organizationId: string, key: string, wake: Wake): Promise<void> {
    if (this.flights.isComing(lockOf({ ...this.at(organizationId), key }))) return;
    const { id, requestId = null, delayMs = 0 } = wake;
    const payload = { organization_id: organizationId, request_id: requestId, key };
    const blocksTestClock = (wake.blocksTestClock ?? true) && (this.definition.blocksTestClock ?? true);
    await this.jobs.add(this.name, payload, { id, blocksTestClock, delayMs });
  }

  /** Removes work that is no longer needed. */
  async drop(transaction: TenantTransaction, id: string): Promise<void> {
    await dropWork(transaction, this.at(transaction.organizationId), id);
  }

  /** Whether work waits whose payload contains these values. */
  async isWaiting(transaction: TenantTransaction, about: Record<string, string>): Promise<boolean> {
    return isWorkWaiting(transaction, this.at(transaction.organizationId), about);
  }

  /** Whether work of an organization waits or runs. */
  async isBusy(organizationId: string): Promise<boolean> {
    return this.database.tenant(organizationId, (transaction) => this.isWaiting(transaction, {}));
  }

  /** Works on a key, together with all jobs that arrive meanwhile. @throws the first error when some work failed */
  private async serve(
    { organization_id: organizationId, key }: JobPayload<KeyedJobName>,
    worker: QueueWorker<P>,
    begin: () => Promise<void>,
  ): Promise<void> {
    const at = { ...this.at(organizationId), key };
    let waitedMs = 0;
    const ready = async () => {
      const begun = performance.now();
      await worker.ready?.(organizationId);
      waitedMs = performance.now() - begun;
    };
    const name = lockOf(at);
    const work = async () => {
      await begin();
      return this.drain(at, worker, waitedMs);
    };
    // One that joins the run of another job needs no place.
    if (this.flights.isKnown(name)) await begin();
    await this.flights.take(name, work, worker.ready && ready);
  }

  /**
   * Works on a key until only failed work is left. While other keys wait, it stops after the work present at the
   * beginning. So a constantly busy key does not block the rest.
   * @param waitedMs how long the worker waited until it was ready; this counts as rest
   * @returns milliseconds to rest afterwards
   */
  private async drain(at: QueueKey, worker: QueueWorker<P>, waitedMs: number): Promise<number> {
    const run: Run = {
      organizationId: at.organizationId,
      failures: new Map(),
      faultless: 0,
      taken: 0,
      workedMs: 0,
      again: false,
    };
    for (let upTo = await this.lastPlace(at); upTo !== null; upTo = await this.lastPlace(at)) {
      if (this.restAfter(run) > 0) {
        await Promise.all([sleep(this.restAfter(run)), worker.ready?.(at.organizationId)]);
        upTo = (await this.lastPlace(at)) ?? upTo;
      }
      await this.doAll(run, at, upTo, worker);
      const [failure] = run.failures.values();
      if (failure !== undefined) throw failure as Error;
      if (!this.flights.hasWaiters(lockOf(at))) continue;
      if (run.again) await this.wake(at.organizationId, at.key, { id: newId() });
      break;
    }
    return Math.max(this.restAfter(run) - waitedMs, 0);
  }

  /** Works on the items up to a position, batch by batch. */
  private async doAll(run: Run, at: QueueKey, upTo: bigint, worker: QueueWorker<P>): Promise<void> {
    run.again = false;
    run.taken = 0;
    const begun = performance.now();
    let taken: number;
    do {
      taken = await this.doNext(run, at, upTo, worker);
      run.taken += taken;
    } while (taken > 0);
    run.workedMs = performance.now() - begun;
  }

  private restAfter({ taken, workedMs }: Run): number {
    const { rest } = this.definition;
    return rest && taken >= rest.afterItems ? Math.min(workedMs, rest.mostMs) : 0;
  }

  private lastPlace(at: QueueKey): Promise<bigint | null> {
    return this.database.tenant(at.organizationId, (transaction) => lastPlace(transaction, at));
  }

  /** Works on the oldest batch of a key. @returns its number of items */
  private async doNext(run: Run, at: QueueKey, upTo: bigint, { before, work }: QueueWorker<P>): Promise<number> {
    return this.database.alone(lockOf(at), async () => {
      const next = { upTo, without: [...run.failures.keys()], limit: this.definition.batchSize };
      const items = await this.database.tenant(at.organizationId, (transaction) => nextWork<P>(transaction, at, next));
      if (items.length === 0) return 0;
      await before?.(at.organizationId);
      await this.attempt(run, items, work);
      return items.length;
    });
  }

  /**
   * Works on a batch. When the whole batch fails, it works on the items one by one, so that one failure does not block
   * the others. After a conflict with another write, it first repeats the batch unchanged.
   */
  private async attempt(run: Run, items: QueuedItem<P>[], work: Work<P>, isRepeated = false): Promise<void> {
    const { organizationId } = run;
    let failed: Failed<P>;
    try {
      failed = await this.doTogether(run, items, work);
    } catch (error) {
      const [only] = items;
      if (only && items.length === 1) return this.failed(run, only, error);
      const about = { queue: this.name, organization_id: organizationId, items: items.length, error };
      if (!isRepeated && lostToAnotherWrite(error)) {
        this.logger.warn('queued work is repeated', about);
        return this.attempt(run, items, work, true);
      }
      this.logger.warn('queued work is processed one item at a time', about);
      for (const item of items) await this.attempt(run, [item], work);
      return;
    }
    for (const [item, error] of failed) await this.failed(run, item, error);
  }

  private async doTogether(run: Run, items: QueuedItem<P>[], work: Work<P>): Promise<Failed<P>> {
    const { organizationId } = run;
    const left = new Set(items);
    const finish = async (transaction: TenantTransaction, done: QueuedItem<P>[]) => {
      if (await removeWork(transaction, this.at(organizationId), done)) run.again = true;
      for (const item of done) left.delete(item);
    };
    const failed = await work({ organizationId, items, finish });
    const rest = [...left].filter((item) => !failed.has(item));
    if (rest.length > 0) await this.database.tenant(organizationId, (transaction) => finish(transaction, rest));
    return failed;
  }

  /** Handles failed work: leaves it to the job's next try, or parks it. @throws when too many items fail */
  private async failed(run: Run, item: QueuedItem<P>, error: unknown): Promise<void> {
    const fault = this.definition.faultOf(error);
    if (fault && (fault.permanent || isLastTry(item))) return this.park(run.organizationId, item, error);
    run.failures.set(item.series, error);
    if (fault)
      await this.database.tenant(run.organizationId, (transaction) =>
        recordFailedWork(transaction, this.at(run.organizationId), item, fault.message),
      );
    else if (++run.faultless >= mostFaultless) throw error;
  }

  private async park(organizationId: string, item: QueuedItem<P>, error: unknown): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      await this.parked.park(transaction, {
        service: this.service,
        kind: this.definition.parkedAs,
        organizationId,
        key: item.id,
        ...parkedReasonOf(error),
        payload: item.payload,
        tries: item.attempts + 1,
      });
      await removeWork(transaction, this.at(organizationId), [item]);
    });
  }

  /** Queues parked work again; if it fails again, it is parked again. */
  private async retry({ organization_id: organizationId, key: id, payload }: ParkedRow): Promise<void> {
    const work = { id, payload: this.definition.payload.parse(payload), requestedBy: newId() };
    const requested = await this.database.tenant(organizationId, (transaction) => this.put(transaction, [work]));
    for (const requestedKey of requested) await this.wakeFor(organizationId, requestedKey);
  }

  private at(organizationId: string) {
    return { schema: this.database.schema, queue: this.name, organizationId };
  }
}
