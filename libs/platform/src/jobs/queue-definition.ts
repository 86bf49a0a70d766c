import type { KeyedJobName } from '@tollgate/contracts';
import type { z } from 'zod';
import type { TenantTransaction } from '../database/transaction.js';
import type { QueuedItem } from './queued-work.js';

/** A fault of a piece of work itself, in words for the people whom it concerns. */
export interface Fault {
  message: string;
  /** Whether a retry would fail the same way. */
  permanent: boolean;
}

/** Defines a queue's content, its batches, and how it classifies errors. */
export interface QueueDefinition<P> {
  /** The job that works on a key; the queue has its name. */
  job: KeyedJobName;
  payload: z.ZodType<P>;
  /** The key of the work: one worker at a time works on a key. Without colons. */
  keyOf: (payload: P) => string;
  /** The series of the work: a batch holds only the oldest item of a series. Absent: items are independent. */
  seriesOf?: (payload: P) => string;
  /** Maximum items of a batch. */
  batchSize: number;
  /** Keys that a process works on concurrently; each holds a connection. */
  parallelKeys: number;
  /** After how many items a key rests as long as it has worked, to batch the work that arrives meanwhile. */
  rest?: { afterItems: number; mostMs: number };
  /** Whether its work blocks test clocks; false for work that may follow later, which its reconciler recovers. */
  blocksTestClock?: boolean;
  /** The kind under which failed work is parked. */
  parkedAs: string;
  /** Classifies an error of the work; null means transient: a backend is unavailable or busy. */
  faultOf: (error: unknown) => Fault | null;
}

/** Work of one batch. */
export interface Batch<P> {
  organizationId: string;
  items: QueuedItem<P>[];
  /** Removes items in the transaction of their effects; the remaining ones are removed when the work succeeds. */
  finish(transaction: TenantTransaction, items: QueuedItem<P>[]): Promise<void>;
}

/** Items that failed, each with its error. */
export type Failed<P> = Map<QueuedItem<P>, unknown>;

/**
 * Works on a batch; must tolerate repetition and interruption.
 * @returns the failed items, when all others succeeded
 * @throws when no item succeeded: the queue then works on the items one by one
 */
export type Work<P> = (batch: Batch<P>) => Promise<Failed<P>>;

/** How a process works on a queue. */
export interface QueueWorker<P> {
  /** Waits, within limits, for a good moment to start on a key: work that arrives meanwhile joins the batch. */
  ready?: (organizationId: string) => Promise<void>;
  /** Checks the preconditions of a batch; when it throws, the whole job is retried later. */
  before?: (organizationId: string) => Promise<void>;
  work: Work<P>;
}
