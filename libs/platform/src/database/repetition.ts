/** The key of a call that its caller may repeat (`Idempotency-Key`). */
export interface Repetition {
  /** The key as the caller sent it. */
  header: string;
  /** The key of the stored answer: the sent one, of this caller and this address. */
  key: string;
  /** A digest of the body. */
  body: string;
  /** Whether the answer may be stored for repetitions: not when it shows a secret. */
  storesAnswer: boolean;
}

/** The entry under the key of a call. */
export interface StoredRepetition {
  body: string;
  /** Null for an answer that may not be stored. */
  answer: unknown;
}

/** Starts the keys of the answers of calls, beside those of commands. */
export const callKeyStart = 'call ';
