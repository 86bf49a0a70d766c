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
} as const;
