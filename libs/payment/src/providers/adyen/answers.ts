import type { Refused } from '../ports/connections.js';
import { isMissing, isRefusal, plainError, refusalOf } from './errors.rules.js';

/** Makes a call whose refusal is an outcome. @throws Error for an unknown outcome */
export async function orRefused<T>(call: () => Promise<T>): Promise<T | Refused> {
  try {
    return await call();
  } catch (error) {
    if (isRefusal(error)) return { refused: refusalOf(error) };
    throw plainError(error);
  }
}

/** Makes a call about an object that may be gone; null without it. @throws Error for other failures */
export async function ifThere<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return null;
    throw plainError(error);
  }
}
