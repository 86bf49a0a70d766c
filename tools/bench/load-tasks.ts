// The tasks of the load generator, and its results.

/** Events in one call or several, over some connections, either for some seconds or for some calls. */
export interface PostTask {
  baseUrl: string;
  key: string;
  /** The metric, and the property that it reads. */
  code: string;
  field: string;
  /** Events of a call. */
  count: number;
  connections: number;
  subscriptions: string[];
  /** A name that makes transaction ids new. */
  run: string;
  seconds?: number;
  calls?: number;
}

/** Repeated reading of some addresses, one after another. */
export interface ReadTask {
  urls: string[];
  key: string;
  times: number;
  warmUp: number;
}

export interface PostResult {
  /** Accepted ones. */
  events: number;
  seconds: number;
  /** Calls by their status, other than 200. */
  refused: Record<string, number>;
  /** Calls without an answer. */
  errors: number;
  /** Of calls, in milliseconds. */
  latency: { p50: number; p99: number };
}

/** Times of answers in milliseconds. */
export interface ReadResult {
  times: number;
  p50: number;
  p95: number;
  p99: number;
  worst: number;
}

export interface Tasks {
  post: PostTask;
  read: ReadTask;
}

export interface Results {
  post: PostResult;
  read: ReadResult;
}

/** The task that the generator's process receives, and its answer. */
export type TaskMessage = { [Kind in keyof Tasks]: { kind: Kind; task: Tasks[Kind] } }[keyof Tasks];
export type ResultMessage<Result> = { result: Result } | { failed: string };
