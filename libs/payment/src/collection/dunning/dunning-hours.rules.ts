const HOUR = 3_600_000;
/** Dunning runs at this minute of every hour (webhooks, section 22). */
const MINUTE_OF_RUN = 45 * 60_000;

/** The first run at or after an instant, Unix ms. */
export const runAt = (instant: number): number => Math.ceil((instant - MINUTE_OF_RUN) / HOUR) * HOUR + MINUTE_OF_RUN;

/** The first run after an instant, Unix ms. */
export const runAfter = (instant: number): number => runAt(instant + 1);

/** The last run at or before an instant, Unix ms. */
export const runUntil = (instant: number): number =>
  Math.floor((instant - MINUTE_OF_RUN) / HOUR) * HOUR + MINUTE_OF_RUN;
