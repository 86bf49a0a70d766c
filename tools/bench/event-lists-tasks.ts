// The task of event-lists-worker.ts, and its result.

export interface Task {
  /** The directory of the store. */
  directory: string;
  events: number;
  /** How often each list is read. */
  times: number;
}

/** Times of a list in milliseconds, and its `total_count`. */
export interface TimedList {
  name: string;
  p50: number;
  p95: number;
  total: number;
}

export interface Measured {
  firstPages: TimedList[];
  /** Further pages, and lists that a job makes faster. */
  others: TimedList[];
  judgementSeconds: number;
}
