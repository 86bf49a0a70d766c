import { timeOfId } from '@tollgate/platform';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import type { Enrichment } from '../enrichment/enrichment.js';

const firstFindings = 2 ** 42;

/** Of several rows of one event the greatest version stays: within first findings the event received first. */
export const firstVersion = (receivedAt: number): number => Math.max(firstFindings - receivedAt, 0);

/**
 * That of an event, by the real time that its id tells: where a test clock stands still, all events are received at one instant, and of
 * equal versions the row that was stored last would stay.
 */
export const firstVersionOf = ({ id, received_at: receivedAt }: Pick<AcceptedEvent, 'id' | 'received_at'>): number =>
  firstVersion(timeOfId(id) ?? receivedAt);

/** A finding made anew takes the place of every one before it. */
export const versionNow = (): number => 2 * firstFindings + Date.now();

/** Above all findings: an event that was voided stays so, however often it is sent or looked through again. */
export const voidedVersion = 4 * firstFindings;

/** Columns of a stored event; its timestamp goes in as the column holds it, a number of microseconds, in the order of `eventRow`. */
export const eventColumns: [string, ...string[]] = [
  'id',
  'organization_id',
  'external_subscription_id',
  'code',
  'timestamp',
  'transaction_id',
  'properties',
  'precise_total_amount_cents',
  'received_at',
  'value_text',
  'value',
  'operation_type',
  'texts',
  'version',
];

export function eventRow(
  event: AcceptedEvent,
  { valueText, value, operationType, texts }: Enrichment,
  version: number,
): unknown[] {
  return [
    event.id,
    event.organization_id,
    event.external_subscription_id,
    event.code,
    event.timestamp,
    event.transaction_id,
    JSON.stringify(event.properties),
    event.precise_total_amount_cents,
    event.received_at,
    valueText,
    value,
    operationType,
    texts,
    version,
  ];
}
