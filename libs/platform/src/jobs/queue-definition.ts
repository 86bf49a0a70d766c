import type { KeyedJobName } from '@tollgate/contracts';
import type { z } from 'zod';
import type { TenantTransaction } from '../database/transaction.js';
import type { QueuedItem } from './queued-work.js';

/** What is wrong with a piece of work itself, as those whom it concerns may read it. */
export interface Fault {
  message: string;
  /** Whether it would fail the same way again. */
  permanent: boolean;
}

/** What a queue holds, and how its work is cut into batches and judged. */
export interface QueueDefinition<P> {
  /** The job that works on a key; the queue has its name. */
  job: KeyedJobName;
  payload: z.ZodType<P>;
  /** Under which it waits: one worker at a time does the work of a key. Without colons. */
  keyOf: (payload: P) => string;
  /** Of work of one series a batch holds the oldest alone; absent: nothing hangs together. */
  seriesOf?: (payload: P) => string;
  /** Items that are done together at most. */
  batchSize: number;
  /** Keys that a process works on at a time; each holds a connection. */
  parallelKeys: number;
  /** After how many items a key rests as long as it has worked, so that what comes meanwhile is done together. */
  rest?: { afterItems: number; mostMs: number };
  /** Whether test clocks wait for its work; false for what may come after them, which its sweep looks after. */
  blocksTestClock?: boolean;
  /** The kind under which work that cannot be done is parked. */
  parkedAs: string;
  /** What an error says of the work; null: nothing, something is away or busy. */
  faultOf: (error: unknown) => Fault | null;
}

/** Work that is done together. */
export interface Batch<P> {
  organizationId: string;
  items: QueuedItem<P>[];
  /** Takes items off in the transaction of what they bring about; those that are left go when the work ends well. */
  finish(transaction: TenantTransaction, items: QueuedItem<P>[]): Promise<void>;
}

/** Items that failed, each with its error. */
export type Failed<P> = Map<QueuedItem<P>, unknown>;

/**
 * Does a batch; survives being run twice, and being cut off.
 * @returns what failed while all else was done
 * @throws when nothing of it was done: then its items are done one by one
 */
export type Work<P> = (batch: Batch<P>) => Promise<Failed<P>>;

/** How a process does the work of a queue. */
export interface QueueWorker<P> {
  /** Waits, not without end, for a good time to begin with what waits under a key: what comes meanwhile is done together. */
  ready?: (organizationId: string) => Promise<void>;
  /** What has to be so before a batch is begun; where it throws, the whole job is tried again later. */
  before?: (organizationId: string) => Promise<void>;
  work: Work<P>;
}
