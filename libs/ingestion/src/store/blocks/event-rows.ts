import { timeOfId } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { Enrichment } from '../../model/enrichment/enrichment.js';

const firstFindings = 2 ** 42;

/** The greatest version of an event wins: among first enrichments the event received first. */
export const firstVersion = (receivedAt: number): number => Math.max(firstFindings - receivedAt, 0);

/**
 * The first version of an event, by the real time in its id. While a test clock stands still, all events share one
 * reception instant, and among equal versions the last stored row would win.
 */
export const firstVersionOf = ({ id, received_at: receivedAt }: Pick<AcceptedEvent, 'id' | 'received_at'>): number =>
  firstVersion(timeOfId(id) ?? receivedAt);

/** A later enrichment replaces every earlier one. */
export const versionNow = (): number => 2 * firstFindings + Date.now();

/** Above all enrichments: a voided event stays voided, however often it is sent or enriched again. */
export const voidedVersion = 4 * firstFindings;

/**
 * Columns of a stored event, in the order of `eventRow`; the timestamp is a number of microseconds, as in the column.
 */
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
