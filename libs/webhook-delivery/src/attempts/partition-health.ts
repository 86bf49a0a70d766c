import type { Outcome } from './webhook-client.js';

/** Attempts in a row that may be left hanging before an endpoint is paused. */
const toleratedHangs = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 600_000;

/** An attempt that is not answered by then occupies a place among the slow ones. */
export const slowAfterMs = 2_000;

/** Whether a receiver kept an attempt waiting and then gave no answer; one that refuses at once costs nothing. */
export const leftHanging = (outcome: Outcome, durationMs: number): boolean =>
  outcome.status === null && durationMs >= slowAfterMs;

/** Whether an endpoint is being tried out after a pause: one attempt at a time. */
export const isProbed = (hung: number): boolean => hung >= toleratedHangs;

/**
 * How long an endpoint is left alone, in milliseconds: twice as long after each attempt in vain, up to ten minutes.
 * @param hung attempts in a row that were left hanging
 * @returns null: not at all
 */
export const pauseMsAfter = (hung: number): number | null =>
  hung < toleratedHangs ? null : Math.min(firstPauseMs * 2 ** (hung - toleratedHangs), longestPauseMs);
