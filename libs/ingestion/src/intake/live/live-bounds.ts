/** Streams of events that are open at once in a process; beyond them an answer is 429. */
export const mostStreams = { ofHolder: 10, ofOrganization: 50, ofAll: 200 } as const;

/** Seconds after which a refused caller may try again. */
export const retryAfterSeconds = 15;

/** Events of one message. Messages are at least a second apart, so that a stream has at most 20 events a second. */
export const mostShown = 20;

/** Times in milliseconds, by the machine's clock. */
export const times = {
  /** From one reading of the store to the next. */
  tick: 1_000,
  /** Blocks that were begun this long ago are in the store: what takes longer is not shown. */
  settling: 2_000,
  /** The longest span of one message: a stream that continues, or whose store was unavailable, leaves out what is older. */
  longestSpan: 60_000,
  /** From one comment or message to the next. */
  heartbeat: 15_000,
  /** From one check of the key or the session to the next. */
  check: 5_000,
  /** Without a check that succeeded, a stream ends. */
  longestUnchecked: 12_000,
  /** A stream ends, and its client calls again. */
  longestStream: 15 * 60_000,
  /** A stream whose reader takes nothing ends. */
  longestUnread: 30_000,
  /** A stream ends while the store does not answer for this long. */
  longestOutage: 60_000,
  /** The wait of a client before it calls again. */
  retry: 3_000,
} as const;

/** Bytes that wait for their reader; with more, the stream ends. */
export const mostUnreadBytes = 4 * 1024 * 1024;
