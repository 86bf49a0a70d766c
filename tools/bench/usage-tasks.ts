// The tasks of usage-worker.ts, and its results.

export const aggregations = [
  'count_agg',
  'sum_agg',
  'max_agg',
  'latest_agg',
  'unique_count_agg',
  'weighted_sum_agg',
] as const;

interface Stored {
  directory: string;
  events: number;
}

/** A read: one aggregation, with filters and groups or without. */
export interface Query {
  aggregation: (typeof aggregations)[number];
  parts: 'plain' | 'grouped';
}

export interface Tasks {
  fill: Stored;
  make: Stored;
  /**
   * `raw` reads events instead of rollups; `longest` bounds all reading, in milliseconds. `filters` is the number of
   * filters of the charge, in place of its parts.
   */
  read: Stored & Query & { raw: boolean; times: number; longest: number; filters?: number };
}

/** Times of reading in milliseconds; `cold` is the first one, and `answer` the figures as text. */
export interface Reading {
  cold: number;
  times: number;
  p50: number;
  p99: number;
  answer: string;
}

export interface Results {
  fill: { seconds: number };
  make: { shapes: number; seconds: number };
  read: Reading;
}
