import { NativeBlock, type ColumnBlock } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { Enrichment } from '../../model/enrichment/enrichment.js';
import { firstVersionOf } from './event-rows.js';

/** An event with its enrichment. */
export interface EnrichedEvent {
  event: AcceptedEvent;
  enrichment: Enrichment;
}

/** Upper bound of the columns' times, which start in 1970. */
const latestSecond = Date.UTC(2200, 0, 1) / 1000;

/** The bounds of the column, where the engine does not check them again. */
const amount = /^-?\d{1,45}(\.\d{1,15})?$/;

const isUsual = ({ event: { timestamp, received_at, precise_total_amount_cents: cents } }: EnrichedEvent): boolean =>
  timestamp < latestSecond * 1_000_000 && received_at < latestSecond * 1000 && (cents === null || amount.test(cents));

/**
 * Received events as columns, whose insert costs the engine about half of rows as JSON. Null when an event does not fit
 * those columns.
 */
export function receivedBlock(events: EnrichedEvent[]): ColumnBlock | null {
  if (!events.every(isUsual)) return null;
  const at = (row: number) => (events[row] as EnrichedEvent).event;
  const enrichmentAt = (row: number) => (events[row] as EnrichedEvent).enrichment;
  return new NativeBlock(events.length)
    .uuids('id', (row) => at(row).id)
    .uuids('organization', (row) => at(row).organization_id)
    .texts('subscription', (row) => at(row).external_subscription_id)
    .texts('code', (row) => at(row).code)
    .numbers('at', (row) => at(row).timestamp)
    .texts('transaction', (row) => at(row).transaction_id)
    .texts('properties', (row) => JSON.stringify(at(row).properties))
    .textsOrNulls('amount', (row) => at(row).precise_total_amount_cents)
    .numbers('received', (row) => at(row).received_at)
    .textsOrNulls('text', (row) => enrichmentAt(row).valueText)
    .booleans('is_decimal', (row) => enrichmentAt(row).value !== null)
    .texts('operation', (row) => enrichmentAt(row).operationType)
    .maps('texts', (row) => enrichmentAt(row).texts)
    .numbers('version', (row) => firstVersionOf(at(row)))
    .finish();
}

/** SQL of the columns of `events_raw`: from the columns of a block, its number and its time. */
export const receivedValues = (block: number, ingestedAt: number): Record<string, string> => ({
  id: 'id',
  organization_id: 'organization',
  external_subscription_id: 'subscription',
  code: 'code',
  timestamp: `fromUnixTimestamp64Micro(toInt64(at), 'UTC')`,
  transaction_id: 'transaction',
  properties: 'properties',
  precise_total_amount_cents: 'toDecimal256(amount, 15)',
  received_at: `fromUnixTimestamp64Milli(toInt64(received), 'UTC')`,
  value_text: 'text',
  // The decimal is the text of the field itself.
  value: 'toDecimal256OrNull(if(is_decimal = 1, text, null), 30)',
  operation_type: 'operation',
  texts: 'texts',
  version: 'version',
  block: `toUInt64(${block})`,
  ingested_at: `fromUnixTimestamp64Milli(toInt64(${ingestedAt}), 'UTC')`,
});
