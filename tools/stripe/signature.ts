// The signature of events, as Stripe's libraries check it.
import { createHmac } from 'node:crypto';

/** @returns the `Stripe-Signature` of a body at an instant, in seconds since 1970 */
export function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}
