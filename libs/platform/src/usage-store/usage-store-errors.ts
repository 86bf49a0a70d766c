import { Unavailable } from '../errors/api-errors.js';

/** The usage store rejects the rows themselves: it would reject them again. */
export class DataRefused extends Error {
  /** @param code the engine's name of the error, such as `CANNOT_PARSE_DATETIME` */
  constructor(
    readonly code: string,
    cause: Error,
  ) {
    super(`the usage store does not take the data: ${code}`, { cause });
  }
}

// Codes of ClickHouse (src/Common/ErrorCodes.cpp) about values.
const data = new Set([
  6, 25, 26, 27, 38, 40, 41, 53, 69, 70, 72, 117, 130, 131, 321, 349, 376, 407, 443, 467, 469, 634, 675, 676,
]);

// Transient codes, possible with a correct statement over correct data: time, memory, disk space, load, a starting
// server.
const passing = new Set([
  74, 75, 76, 159, 160, 164, 173, 198, 202, 203, 204, 209, 210, 212, 225, 236, 241, 242, 243, 252, 279, 299, 319, 335,
  364, 394, 425, 439, 516, 574, 999, 1000,
]);

interface EngineError extends Error {
  code: string | number;
  type?: string;
}

// The server's client and the embedded engine each define their own class for the same error.
const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.constructor.name === 'ClickHouseError' && 'code' in error;

/**
 * Translates an error of the store or its client for callers. Its text may quote rows of any tenant, so it becomes the
 * cause: logged, and never part of an answer.
 */
export function toUsageStoreError(error: unknown): Error {
  if (isEngineError(error)) {
    const code = Number(error.code);
    if (data.has(code)) return new DataRefused(error.type ?? String(code), error);
    if (!passing.has(code)) return error;
  }
  return new Unavailable('the usage store does not answer', error);
}
