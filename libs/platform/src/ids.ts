import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

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

/** A new identifier: UUID version 7, so that identifiers sort by time of creation. */
export const newId = (): string => v7({ rng: randomBytes16 });

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text from outside has the form of an identifier. */
export const isId = (text: string): boolean => uuidPattern.test(text);
