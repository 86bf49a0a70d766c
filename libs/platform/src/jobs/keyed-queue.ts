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
  /** Whether a test clock waits for it, where those wait for the queue; false for what a sweep looks after. */
  tracked?: boolean;
  /** Milliseconds to wait before it may run. */
  delayMs?: number;
}

/** Jobs that a process takes up at a time: those of a key that is worked on wait for it together, and hold no connection. */
const jobsAtOnce = 64;
/** Organizations whose messages are accepted at a time; each holds a connection. */
const acceptedAtOnce = 4;
/** Tries of work that fails for a reason of its own that may pass. */
const maximumAttempts = 5;
/** So many items of a job may fail without a fault of theirs: then what they need is away, and the others would fail too. */
const mostFaultless = 10;

/** Whether it is parked when it fails once more. */
export const isLastTry = ({ attempts }: Pick<QueuedItem<unknown>, 'attempts'>): boolean =>
  attempts + 1 >= maximumAttempts;

/** Work that is to be kept, and who brings it: asked again by the same, it is known to be theirs. */
export interface RequestedWork<P> {
  id: string;
  payload: P;
  /** An id of the caller's, the same however often it comes to ask. */
  requestedBy: string;
}

/** What a message asks for. */
type Find<P> = (transaction: TenantTransaction) => Promise<{ id: string; payload: P }[]>;

/** A message whose work is to be kept. */
interface Accepted<P> {
  message: Message;
  find: Find<P>;
}

/** What came of a key in one job. */
interface Run {
  organizationId: string;
  /** What went wrong, by series: these are left to the next try of the job. */
  failures: Map<string, unknown>;
  faultless: number;
  /** Items that were taken up. */
  taken: number;
  /** How long that took, in milliseconds. */
  workedMs: number;
  /** Whether something was asked for again that was done: it waits behind all else, and nobody queued a job for it. */
  again: boolean;
}

/**
 * Work that waits in a table by key. One worker in the installation does the work of a key, in its order and in batches
 * that grow with the load; jobs make it quick, and the table says what is left. What fails is tried
 * again and holds up nobody else; after its last try it is parked, where operators see it.
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

  /** Does the work of this queue in this process. Called once, when the service starts. */
  start(worker: QueueWorker<P>): void {
    const { job, parkedAs } = this.definition;
    this.parked.register(this.service, parkedAs, { retry: (item) => this.retry(item) });
    this.jobs.work(job, (payload) => this.serve(payload, worker), jobsAtOnce);
  }

  /**
   * Keeps the work that a message asks for, once however often the message comes. Messages of an organization that come
   * while work of others is being kept are accepted together, with one job for each key.
   */
  async accept(message: Message, find: Find<P>): Promise<void> {
    await this.accepted.add(message.organization_id, { message, find });
  }

  private async acceptAll(accepted: Accepted<P>[]): Promise<void[]> {
    const messages = accepted.map(({ message }) => message);
    const [{ organization_id: organizationId }] = messages as [Message];
    const requested = await this.database.tenant(organizationId, async (transaction) => {
      const found = await mapConcurrent(accepted, ({ find }) => find(transaction));
      const work = accepted.flatMap(({ message: { id: requestedBy } }, index) =>
        (found[index] ?? []).map((each) => ({ ...each, requestedBy })),
      );
      const items = this.itemsOf(work);
      // Where only the order within a series counts, whoever keeps the same work at the same time does it in one order.
      if (this.definition.seriesOf) items.sort(bySeries);
      return putWork(transaction, this.at(organizationId), items);
    });
    const requestOf = new Map(messages.map((message) => [message.id, message.request_id]));
    // Jobs are queued before the messages count as handled: cut off in between, they are queued again.
    await Promise.all(requested.map((one) => this.wakeFor(organizationId, one, requestOf.get(one.requestedBy) ?? null)));
    await this.database.handleAllOnce(messages, async () => undefined);
    return accepted.map(() => undefined);
  }

  /** Keeps work in the caller's transaction. @returns keys that need a job: `wakeFor` them after the commit */
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

  /** Queues the job for work that was kept; asked for again by the same, it is the same job. */
  async wakeFor(organizationId: string, { key, requestedBy }: RequestedKey, requestId: string | null = null): Promise<void> {
    await this.wake(organizationId, key, { id: `${requestedBy}-${key}`, requestId });
  }

  /**
   * Queues a job for a key, once the work is committed; with the same id it is queued once. Where a job that is queued
   * already waits here for its turn, it does this work too.
   */
  async wake(organizationId: string, key: string, wake: Wake): Promise<void> {
    if (this.flights.isComing(lockOf({ ...this.at(organizationId), key }))) return;
    const { id, requestId = null, tracked = true, delayMs = 0 } = wake;
    const payload = { organization_id: organizationId, request_id: requestId, key };
    const blocksTestClock = tracked && (this.definition.blocksTestClock ?? true);
    await this.jobs.add(this.name, payload, { id, tracked: blocksTestClock, delayMs });
  }

  /** Takes work off that is not to be done. */
  async drop(transaction: TenantTransaction, id: string): Promise<void> {
    await dropWork(transaction, this.at(transaction.organizationId), id);
  }

  /** Whether work waits whose payload has these values. */
  async isWaiting(transaction: TenantTransaction, about: Record<string, string>): Promise<boolean> {
    return isWorkWaiting(transaction, this.at(transaction.organizationId), about);
  }

  /** Whether work of an organization waits, or is under way. */
  async isBusy(organizationId: string): Promise<boolean> {
    return this.database.tenant(organizationId, (transaction) => this.isWaiting(transaction, {}));
  }

  /** Has the work of a key done, together with all others who ask for it meanwhile. @throws why some of it failed */
  private async serve(
    { organization_id: organizationId, key }: JobPayload<KeyedJobName>,
    worker: QueueWorker<P>,
  ): Promise<void> {
    // A job of a version before, which named no key: the sweep wakes what it meant.
    if (typeof key !== 'string') return;
    const at = { ...this.at(organizationId), key };
    let waitedMs = 0;
    const ready = async () => {
      const begun = performance.now();
      await worker.ready?.(organizationId);
      waitedMs = performance.now() - begun;
    };
    await this.flights.take(lockOf(at), () => this.drain(at, worker, waitedMs), worker.ready && ready);
  }

  /**
   * Does what waits under a key until nothing is left but what failed. Where others wait, all that waited at the beginning:
   * a key at which there is always something to do must not hold up the rest.
   * @param waitedMs waited for a good time: so long it has rested already
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
      if (failure !== undefined) throw failure;
      if (!this.flights.hasWaiters(lockOf(at))) continue;
      if (run.again) await this.wake(at.organizationId, at.key, { id: newId() });
      break;
    }
    return Math.max(this.restAfter(run) - waitedMs, 0);
  }

  /** Does what waits up to a place, batch by batch. */
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

  /** Does the oldest batch of a key. @returns how much it was */
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
   * Does a batch, or, where it fails as a whole, its items one by one: one that fails must not hold up the others. What lost
   * to another write is done once more as it is.
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
        this.logger.warn('queued work is done anew', about);
        return this.attempt(run, items, work, true);
      }
      this.logger.warn('queued work is done one by one', about);
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

  /** What becomes of work that failed: it is tried again by the next try of the job, or parked. @throws when too much does */
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

  /** Does parked work again, in its turn; what fails again is parked again. */
  private async retry({ organization_id: organizationId, key: id, payload }: ParkedRow): Promise<void> {
    const work = { id, payload: this.definition.payload.parse(payload), requestedBy: newId() };
    const requested = await this.database.tenant(organizationId, (transaction) => this.put(transaction, [work]));
    for (const one of requested) await this.wakeFor(organizationId, one);
  }

  private at(organizationId: string) {
    return { schema: this.database.schema, queue: this.name, organizationId };
  }
}
