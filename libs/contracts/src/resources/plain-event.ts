import { isStorableText } from '../http/guards.js';
import { eventBounds } from './event-fields.js';
import type { EventInput } from './events.js';

/** Printable ASCII, not blank. */
const plainName = /^[\x21-\x7e][\x20-\x7e]{0,254}$/;
const plainSeconds = /^\d{1,11}(\.\d{1,6})?$/;

/**
 * Parses an event of the most common shape: identifiers in printable ASCII, a timestamp in Unix seconds, and properties
 * that are texts, numbers or booleans. It answers the same as `readBody(EventInput, raw)`, several times faster; null for any
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

/** Maximum bytes of a UTF-16 unit in JSON, where a control character is an escape of six. */
const bytesOfUnit = 6;
/** Maximum bytes of a number, and of the quotes, colon and comma of a property. */
const bytesOfNumber = 24;
const bytesOfMarks = 6;

/** Estimates the size upwards: properties that may exceed their bound are measured elsewhere. */
function arePlain(properties: unknown): properties is Record<string, unknown> {
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return false;
  let [count, bytes] = [0, 2];
  for (const name of Object.keys(properties)) {
    const value = (properties as Record<string, unknown>)[name];
    if (name.length > eventBounds.text || name === '__proto__' || !isStorableText(name)) return false;
    if (typeof value === 'string') {
      if (!isStorableText(value)) return false;
      bytes += bytesOfUnit * value.length;
    } else if (typeof value === 'number' || typeof value === 'boolean') bytes += bytesOfNumber;
    else return false;
    count++;
    bytes += bytesOfUnit * name.length + bytesOfMarks;
  }
  return count <= eventBounds.properties && bytes <= eventBounds.propertiesBytes;
}
