import { eventBounds } from './event-fields.js';
import type { EventInput } from './events.js';

const plainText = /^[\x20-\x7e]{0,255}$/;
/** Also not blank. */
const plainName = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;
const plainSeconds = /^\d{1,11}(\.\d{1,6})?$/;

/**
 * Parses an event of the most common shape: printable ASCII, a timestamp in Unix seconds, and properties that are
 * texts, numbers or booleans. It answers the same as `readBody(EventInput, raw)`, several times faster; null for any
 * other event, valid or not.
 */
export function readPlainEvent(raw: Record<string, unknown>): EventInput | null {
  const { transaction_id, external_subscription_id: subscription, code, timestamp, properties } = raw;
  if (raw['precise_total_amount_cents'] !== undefined || !isName(transaction_id) || !isName(code)) return null;
  const input: EventInput = { transaction_id, code };
  if (subscription !== undefined) {
    if (!isName(subscription)) return null;
    input.external_subscription_id = subscription;
  }
  if (timestamp !== undefined) {
    const seconds = typeof timestamp === 'number' ? String(timestamp) : timestamp;
    if (typeof seconds !== 'string' || !plainSeconds.test(seconds) || Number(seconds) > eventBounds.latestSecond)
      return null;
    input.timestamp = seconds;
  }
  if (properties !== undefined) {
    if (!arePlain(properties)) return null;
    input.properties = properties;
  }
  return input;
}

const isName = (value: unknown): value is string => typeof value === 'string' && plainName.test(value);

/** An escaped text is at most twice as long; a number has at most 24 characters. */
function arePlain(properties: unknown): properties is Record<string, unknown> {
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return false;
  let [count, bytes] = [0, 2];
  for (const [name, value] of Object.entries(properties)) {
    if (!plainText.test(name) || name === '__proto__') return false;
    if (typeof value === 'string' ? !plainText.test(value) : typeof value !== 'number' && typeof value !== 'boolean')
      return false;
    count++;
    bytes += 2 * name.length + (typeof value === 'string' ? 2 * value.length : 24) + 6;
  }
  return count <= eventBounds.properties && bytes <= eventBounds.propertiesBytes;
}
