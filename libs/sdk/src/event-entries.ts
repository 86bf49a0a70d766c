import type { Schema } from './calls.js';

/** An event as the service takes it. */
export type EventInput = Schema<'EventInput'>;

/** A usage event. */
export interface UsageEvent extends Omit<EventInput, 'transaction_id' | 'timestamp'> {
  /**
   * The identifier under which the event counts once. Derive it from what caused the event, such as the id of a request; the
   * buffer makes a random one if it is absent.
   */
  transaction_id?: string;
  /** The time of use: a `Date`, or Unix seconds with an optional fraction. Absent: the moment of `add`. */
  timestamp?: Date | number | string;
}

/** An event in the buffer, as it was when it was added. */
export interface Entry {
  /** Its place among all events of the buffer. */
  place: number;
  transactionId: string;
  /** The whole event: every attempt sends the same bytes. */
  json: string;
  bytes: number;
}

/** The event of an entry, with its transaction id and its time. */
export const eventOf = ({ json }: Entry): EventInput => JSON.parse(json) as EventInput;

/** Bounds of one batch: those of the service, with room for the surrounding body (metering, sections 2.1 and 2.2). */
export interface BatchBounds {
  events: number;
  bytes: number;
}
export const largestBatch: BatchBounds = { events: 100, bytes: 1024 * 1024 };

const encoder = new TextEncoder();
const msInSecond = 1000;

/** Unix seconds. @throws RangeError for a `Date` that is none */
function secondsOf(time: Date | number | string): number | string {
  if (typeof time === 'string') return time;
  const seconds = time instanceof Date ? time.getTime() / msInSecond : time;
  if (!Number.isFinite(seconds)) throw new RangeError('The timestamp of an event is no time');
  return seconds;
}

/**
 * Completes an event and copies it, so that later changes of its properties have no effect.
 * @throws RangeError for a time that is none, TypeError for properties that JSON cannot express
 */
export function entryOf({ timestamp = new Date(), ...fields }: UsageEvent, place: number): Entry {
  const { transaction_id: transactionId = crypto.randomUUID() } = fields;
  const json = JSON.stringify({ ...fields, transaction_id: transactionId, timestamp: secondsOf(timestamp) });
  return { place, transactionId, json, bytes: encoder.encode(json).length };
}

/**
 * Takes the next batch out of the waiting events. Events with one transaction id go into different batches: within a
 * batch, the service refuses the second one even if their subscriptions differ.
 */
export function takeBatch(waiting: Entry[], bounds: BatchBounds): Entry[] {
  const batch: Entry[] = [];
  const left: Entry[] = [];
  const ids = new Set<string>();
  let bytes = 0;
  let isFull = false;
  for (const entry of waiting) {
    isFull ||= batch.length >= bounds.events || (batch.length > 0 && bytes + entry.bytes > bounds.bytes);
    if (isFull || ids.has(entry.transactionId)) {
      left.push(entry);
      continue;
    }
    batch.push(entry);
    ids.add(entry.transactionId);
    bytes += entry.bytes + 1;
  }
  waiting.splice(0, waiting.length, ...left);
  return batch;
}
