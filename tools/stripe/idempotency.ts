// The memory of idempotency keys: 24 hours on the double's clock, for each account.
import { invalid, keyInUse, keyReused } from './errors.ts';

/** An answer as it is sent. */
export interface Answer {
  status: number;
  body: string;
  /** The id of the call that it answered. */
  request: string;
}

interface Entry {
  at: number;
  address: string;
  fingerprint: string;
  answer?: Answer;
}

export const memoryOfKeys = 24 * 60 * 60 * 1000;

/** The caller sends the stored answer again, or executes the call and then settles. */
type Claim = { replayed: Answer } | { settle: (answer: Answer | undefined) => void };

export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>();

  /**
   * @param address the path of the call
   * @param fingerprint a text that is equal for equal parameters
   * @param now the instant on the double's clock, in milliseconds
   * @returns the stored answer; or `settle`, which stores the answer, or frees the key if there is none to store
   * @throws Failure 409 while another call has the key, 400 if that call was a different one
   */
  claim(key: string, address: string, fingerprint: string, now: number): Claim {
    if (key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.');
    this.#evict(now);
    const found = this.#entries.get(key);
    if (found) {
      if (found.fingerprint !== fingerprint || found.address !== address) throw keyReused(key, found.address, address);
      if (!found.answer) throw keyInUse(key);
      return { replayed: found.answer };
    }
    const entry: Entry = { at: now, address, fingerprint };
    this.#entries.set(key, entry);
    return {
      settle: (answer) => {
        if (answer) entry.answer = answer;
        else if (this.#entries.get(key) === entry) this.#entries.delete(key);
      },
    };
  }

  /** Entries are in the order of their instants. */
  #evict(now: number): void {
    for (const [key, { at, answer }] of this.#entries) {
      if (at + memoryOfKeys > now) return;
      if (answer) this.#entries.delete(key);
    }
  }
}
