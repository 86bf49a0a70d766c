import type { Outcome } from './webhook-client.js';

/** Consecutive hanging attempts that pause an endpoint. */
const toleratedHangs = 3;
const firstPauseMs = 30_000;
const longestPauseMs = 600_000;
/** Failed probes, after about four minutes, that make a pause long. */
const probesOfLongPause = 3;

/** After this time, an unanswered attempt becomes slow. */
export const slowAfterMs = 2_000;

/** Checks whether a receiver delayed an attempt without an answer; a quick refusal costs nothing. */
export const leftHanging = (outcome: Outcome, durationMs: number): boolean =>
  outcome.status === null && durationMs >= slowAfterMs;

/** Checks whether attempts probe an endpoint after a pause, one at a time. */
export const isProbed = (hung: number): boolean => hung >= toleratedHangs;

/** Checks whether a pause is long enough for a report to the organization; that of a restart is not. */
export const isLongPause = (hung: number): boolean => hung >= toleratedHangs + probesOfLongPause;

/**
 * Computes the pause of an endpoint, in milliseconds: doubled after each failed probe, up to ten minutes.
 * @param hung the number of consecutive hanging attempts
 * @returns null for no pause
 */
export const pauseMsAfter = (hung: number): number | null =>
  hung < toleratedHangs ? null : Math.min(firstPauseMs * 2 ** (hung - toleratedHangs), longestPauseMs);
