/** Attributes by name: an object of JSON, or the flat attributes of a trace. */
export type Attributes = Readonly<Record<string, unknown>>;

/** One record of a body, from which rules make events. */
export interface SourceInput {
  /** Identifies the record, and is the same when its sender repeats it; null without one. */
  id: string | null;
  /** Where it was read, such as topic, partition and offset; absent for calls. */
  place?: string;
  /** Where attributes are looked up, in this order. */
  scopes: readonly Attributes[];
}
