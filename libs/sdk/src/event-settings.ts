import type { TollgateError } from './errors.js';
import { type EventInput, largestBatch } from './event-entries.js';

/**
 * Why an event was not sent, or is not known to be stored:
 *
 * - `full`: the buffer was full.
 * - `closed`: the buffer was closed, or its process ended, before an answer came.
 * - `gave_up`: no answer confirmed it, for as long as the buffer repeats a batch.
 * - `call_refused`: the service refused the call as such, for instance its key.
 */
export type DropReason = 'full' | 'closed' | 'gave_up' | 'call_refused';

/** Settings of the buffer; each has a default. */
export interface EventSettings {
  /** The largest number of events in one call: 100 at most, which is the default. */
  batchEvents?: number;
  /** How long an event waits for others, in milliseconds: 1,000. */
  waitMs?: number;
  /** How many events the buffer holds, those on their way included: 10,000. */
  capacity?: number;
  /** How many bytes of JSON they may have together: 32 MiB. */
  capacityBytes?: number;
  /** How many batches are on their way at once: 4. */
  parallel?: number;
  /** How long a batch is repeated until its events are dropped, in milliseconds: ten minutes. */
  giveUpMs?: number;
  /** How long the end of the process waits for the last events, in milliseconds: 5,000. */
  endMs?: number;
  /** Whether the buffer is sent before the process ends, also by SIGTERM and SIGINT: true. */
  sendAtEnd?: boolean;
  /** Receives each event that the service refuses, with codes by field. Default: a line on the console. */
  onRefused?: (event: EventInput, reason: unknown) => void;
  /** Receives each event that is not sent, or not known to be stored. Default: a line on the console. */
  onDrop?: (event: EventInput, reason: DropReason, error?: TollgateError) => void;
}

/** Lost usage is lost money, so it is seen even if nothing handles it. */
function report({ transaction_id: id }: EventInput, text: string): void {
  console.error(`Tollgate: event ${id} ${text}`);
}

const settingsByDefault = {
  batchEvents: largestBatch.events,
  waitMs: 1_000,
  capacity: 10_000,
  capacityBytes: 32 * 1024 * 1024,
  parallel: 4,
  giveUpMs: 600_000,
  endMs: 5_000,
  sendAtEnd: true,
  onRefused: (event: EventInput, reason: unknown) => report(event, `was refused: ${JSON.stringify(reason)}`),
  onDrop: (event: EventInput, reason: DropReason, error?: TollgateError) =>
    report(event, `was dropped: ${reason}${error ? `, ${error.message}` : ''}`),
} satisfies Required<EventSettings>;

/** Completes settings. @throws RangeError for a bound below one */
export function completed(settings: EventSettings): Required<EventSettings> {
  const all = { ...settingsByDefault, ...settings };
  for (const bound of [all.batchEvents, all.capacity, all.capacityBytes, all.parallel])
    if (!(bound >= 1)) throw new RangeError('A bound of the event buffer is less than one');
  return { ...all, batchEvents: Math.min(all.batchEvents, largestBatch.events) };
}
