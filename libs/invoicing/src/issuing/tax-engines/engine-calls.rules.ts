import { waitOfHeader, type OutboundAnswer } from '@tollgate/platform';
import { EngineRefusal, EngineResting, EngineUnavailable } from './tax-engine.js';
import type { TaxEngineDeclaration } from './engine-declaration.js';

/** The HTTP answer of an engine. */
export type EngineResponse = OutboundAnswer;

const minute = 60_000;
/** The waits after the first failed attempts; each later one waits an hour, as checks of VAT numbers do. */
const waits = [1, 2, 5, 10, 20, 40].map((minutes) => minutes * minute);
const longestWait = 60 * minute;

/** The wait before the next attempt, in milliseconds. @param attempts those that failed, at least 1 */
export function waitAfter(attempts: number, requestedMs: number | null = null): number {
  const wait = waits[attempts - 1] ?? longestWait;
  // An engine that requests a few seconds is busy rather than unavailable.
  return requestedMs === null ? wait : Math.min(Math.max(requestedMs, 1000), longestWait);
}

/** The later repetition of a call that an engine did not answer. */
export interface Postponement {
  /** Why it is repeated; null if there was no call, which is no attempt. */
  code: string | null;
  waitMs: number;
}

/** Postpones a call that an engine did not answer. @param attempts those that failed before */
export const postponementOf = (error: EngineUnavailable, attempts: number): Postponement => ({
  code: error instanceof EngineResting ? null : error.code,
  waitMs: waitAfter(attempts + 1, error.retryAfterMs),
});

type Refusals = Pick<TaxEngineDeclaration, 'codes' | 'refusalOf'>;

/**
 * Reads the status of an answer. Time-outs, rate limits and faults of the engine's servers are repeated; any other error
 * is a refusal (webhooks, section 19).
 * @returns the body of a success
 * @throws EngineUnavailable, EngineRefusal
 */
export function bodyOfAnswer({ codes, refusalOf }: Refusals, { status, body, retryAfter }: EngineResponse): unknown {
  if (status >= 200 && status < 300) return body;
  if (status === 408 || status === 429 || status >= 500)
    throw new EngineUnavailable(`HTTP_${status}`, waitOfHeader(retryAfter));
  if (status < 400) throw new EngineUnavailable(`HTTP_${status}`);
  const { code, message } = refusalOf(body);
  if (codes.passing.has(code)) throw new EngineUnavailable(code);
  throw new EngineRefusal(code, message);
}

/** Whether a refused void means that there is nothing left to void. */
export const isVoidedAlready = ({ codes }: Pick<Refusals, 'codes'>, code: string): boolean => codes.gone.has(code);

/** Whether a document is in a filed return, so that its inverse must be booked in place of a void. */
export const isLocked = ({ codes }: Pick<Refusals, 'codes'>, code: string): boolean => code === codes.locked;
