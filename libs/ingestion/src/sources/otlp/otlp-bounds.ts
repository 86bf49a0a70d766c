/** The limits of one body in OTLP; a collector's batches are far smaller. */
export const otlpBounds = {
  /** Spans or log records. */
  records: 10_000,
  /** Messages within the body: resources, records, attributes and their values. */
  messages: 300_000,
  /** Levels of messages; a value within values takes two. */
  depth: 32,
} as const;
