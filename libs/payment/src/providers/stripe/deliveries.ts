import { Stripe } from 'stripe';
import type { Instant } from '@tollgate/platform';
import type { InboundDelivery, InboundEvent } from '../ports/events.js';

/** The age of a signature that is still accepted, in seconds (webhooks, section 13). */
const tolerance = 300;

/**
 * Checks the signature of a delivery, which covers its bytes and its time, then reads its one event.
 * @returns null for a wrong signature or an unreadable body
 */
export function openDelivery(
  secret: string | null,
  { body, headers }: InboundDelivery,
  now: Instant,
): InboundEvent[] | null {
  const signature = headers['stripe-signature'];
  if (secret === null || typeof signature !== 'string') return null;
  try {
    const event: unknown = Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now);
    const payload = event as Record<string, unknown>;
    const { id } = payload;
    return typeof id === 'string' ? [{ id, payload }] : null;
  } catch {
    return null;
  }
}
