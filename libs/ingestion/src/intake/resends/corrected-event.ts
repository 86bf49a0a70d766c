import type { EventResend, RawInput } from '@tollgate/contracts';
import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';

/** The changes of each event that is sent again; absent members stay. */
export type Corrections = Pick<EventResend, 'code' | 'external_subscription_id' | 'timestamp' | 'properties'>;

const longestId = 255;
const digitsOfEvent = 12;

/**
 * The transaction id of a corrected event. It follows from the former event: a repeated call names the same one. No id
 * of a sender equals it by chance.
 */
export function correctedId({ id, transaction_id: sent }: Pick<ShownEvent, 'id' | 'transaction_id'>): string {
  const end = `~${id.replaceAll('-', '').slice(-digitsOfEvent)}`;
  return sent.slice(0, longestId - end.length) + end;
}

/** Unix microseconds as seconds with their fraction. */
const secondsOf = (microseconds: number): string =>
  `${Math.floor(microseconds / 1_000_000)}.${String(microseconds % 1_000_000).padStart(6, '0')}`;

/** An event with its corrections, as a sender would send it (metering, section 2.11). */
export function correctedEvent(event: ShownEvent, corrections: Corrections): RawInput {
  const properties = Object.entries({ ...event.properties, ...corrections.properties });
  return {
    transaction_id: correctedId(event),
    external_subscription_id: corrections.external_subscription_id ?? event.external_subscription_id,
    code: corrections.code ?? event.code,
    timestamp: corrections.timestamp ?? secondsOf(event.timestamp),
    properties: Object.fromEntries(
      properties.filter(([name, value]) => value !== null || !isRemoved(name, corrections)),
    ),
    precise_total_amount_cents: event.precise_total_amount_cents,
  };
}

const isRemoved = (name: string, { properties }: Corrections): boolean =>
  properties !== undefined && Object.hasOwn(properties, name);
