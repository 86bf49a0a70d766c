import { Unavailable } from '../errors/api-errors.js';

/** The usage store does not take rows as they are: sent again they would be refused again. */
export class DataRefused extends Error {
  /** @param code the engine's name of what is wrong, such as `CANNOT_PARSE_DATETIME` */
  constructor(
    readonly code: string,
    cause: Error,
  ) {
    super(`the usage store does not take the data: ${code}`, { cause });
  }
}

// Codes of ClickHouse (src/Common/ErrorCodes.cpp) that are about values.
const data = new Set([6, 25, 26, 27, 38, 40, 41, 53, 69, 70, 72, 117, 130, 131, 321, 349, 376, 407, 443, 467, 469, 634, 675, 676]);

// Those that a correct statement over correct data may get: time, memory, room on the disk, load, a server on its way.
const passing = new Set([
  74, 75, 76, 159, 160, 164, 173, 198, 202, 203, 204, 209, 210, 212, 225, 236, 241, 242, 243, 252, 279, 299, 319, 335, 364, 394, 425, 439, 516, 574, 999, 1000,
]);

interface EngineError extends Error {
  code: string | number;
  type?: string;
}

// The server's client and the embedded engine bring classes of their own for the same error.
const isEngineError = (error: unknown): error is EngineError => error instanceof Error && error.constructor.name === 'ClickHouseError' && 'code' in error;

/**
 * What an error of the store or of its client means to callers. Its text may quote rows of anybody: it is the cause, which is
 * logged, and never part of an answer.
 */
export function toUsageStoreError(error: unknown): Error {
  if (isEngineError(error)) {
    const code = Number(error.code);
    if (data.has(code)) return new DataRefused(error.type ?? String(code), error);
    if (!passing.has(code)) return error;
  }
  return new Unavailable('the usage store does not answer', error);
}
