import { createHash, randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

// Random bytes come in large portions: every event needs an identifier, and many small portions are slow.
const pool = new Uint8Array(65_536);
let used = pool.length;

function randomBytes16(): Uint8Array {
  if (used + 16 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

let lastMillisecond = 0;
let sequence = 0;

/**
 * Creates an identifier: UUID version 7. Identifiers of one process sort by creation order, also within a millisecond.
 * That orders rows of the same instant.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // The counter within the millisecond starts at an unguessable number with room to count up.
    sequence = new DataView(randomBytes16().slice().buffer).getUint32(0) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMillisecond, seq: sequence, rng: randomBytes16 });
}

/** Derives the fixed identifier of a name within a namespace, itself an identifier: UUID version 5. */
export const idOfName = (space: string, name: string): string => v5(name, space);

/** A key for a text from outside, as 64 hexadecimal digits: no such text is part of the key of a job or a message. */
export const keyOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether untrusted text has the form of an identifier. */
export const isId = (text: string): boolean => uuidPattern.test(text);

/** The creation time of a version 7 identifier, in Unix milliseconds; null for others. */
export const timeOfId = (id: string): number | null =>
  id[14] === '7' ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

/** The least identifier that could have been created at an instant: for a comparison with others. @param at Unix ms */
export function firstIdAt(at: number): string {
  const digits = Math.max(at, 0).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
