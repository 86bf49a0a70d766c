import { Stripe } from 'stripe';
import type { Refused } from '../ports/connections.js';
import { isMissing, meaningOf, plainError, refusalOf } from './errors.rules.js';

/**
 * Makes a call whose refusal is an outcome. The same key with other data is refused too: the caller takes another key.
 * @throws Error for an unknown outcome
 */
export async function orRefused<T>(call: () => Promise<T>): Promise<T | Refused> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && meaningOf(error) !== 'unknown')
      return { refused: refusalOf(error) };
    throw plainError(error);
  }
}

/** Makes a call about an object that may be gone; null when Stripe does not have it. @throws Error for other failures */
export async function ifThere<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return null;
    throw plainError(error);
  }
}
