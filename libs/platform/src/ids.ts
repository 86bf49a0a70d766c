import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

// Random bytes are fetched in large portions: one identifier an event makes small ones a cost.
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
 * A new identifier: UUID version 7. Identifiers of one process sort in the order in which they were made, also within a
 * millisecond: rows of one moment are told apart by that.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // Room to count up within the millisecond, from a start that nobody can guess.
    sequence = new DataView(randomBytes16().slice().buffer).getUint32(0) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMillisecond, seq: sequence, rng: randomBytes16 });
}

/** The identifier that a name always has within a space of names, itself an identifier: UUID version 5. */
export const idOfName = (space: string, name: string): string => v5(name, space);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside has the form of an identifier. */
export const isId = (text: string): boolean => uuidPattern.test(text);

/** When an identifier of version 7 was made, in Unix milliseconds; null for others. */
export const timeOfId = (id: string): number | null =>
  id[14] === '7' ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
