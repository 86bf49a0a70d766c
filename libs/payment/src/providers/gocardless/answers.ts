import type { Refused } from '../ports/connections.js';
import { isMissing, isRefusal, plainError, refusalOf } from './errors.rules.js';

/** Limit of a call in ms; the SDK has none. The jobs that call repeat a call without an answer. */
const timeoutMs = 30_000;

/** Waits for a call no longer than its limit. @throws the error of the SDK, or Error after the limit */
export async function inTime<T>(call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a call whose failure says nothing of tokens and requests. @throws Error with GoCardless's words */
export async function callGoCardless<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await inTime(call);
  } catch (error) {
    throw plainError(error);
  }
}

/** Makes a call whose refusal is an outcome. @throws Error for an unknown outcome */
export async function orRefused<T>(call: () => Promise<T>): Promise<T | Refused> {
  try {
    return await inTime(call);
  } catch (error) {
    if (isRefusal(error)) return { refused: refusalOf(error) };
    throw plainError(error);
  }
}

/** Makes a call about an object that may be gone; null without it. @throws Error for other failures */
export async function ifThere<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await inTime(call);
  } catch (error) {
    if (isMissing(error)) return null;
    throw plainError(error);
  }
}
