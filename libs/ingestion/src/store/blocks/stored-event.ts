import type { ShownEvent } from '../../model/accepted-events/accepted-event.js';

/** An event as the usage store returns it: 64-bit numbers and decimals are text. */
export interface StoredEventRow {
  id: string;
  organization_id: string;
  external_subscription_id: string;
  transaction_id: string;
  code: string;
  /** Unix microseconds. */
  timestamp: string;
  /** JSON. */
  properties: string;
  precise_total_amount_cents: string | null;
  /** Unix milliseconds. */
  received_at: string;
  value_text: string | null;
  operation_type: string;
  texts: Record<string, string>;
}

type Column = keyof StoredEventRow;

/** A converted alias hides its column: conditions must name `event.timestamp`, not `timestamp`. */
const converted: { [column in Column]?: string } = {
  id: 'toString(event.id)',
  organization_id: 'toString(event.organization_id)',
  timestamp: 'toUnixTimestamp64Micro(event.timestamp)',
  precise_total_amount_cents: 'toString(event.precise_total_amount_cents)',
  received_at: 'toUnixTimestamp64Milli(event.received_at)',
};

/** SQL that selects columns of the table `event` as a row holds them. */
export const selected = (columns: readonly Column[]): string =>
  columns.map((column) => (converted[column] ? `${converted[column]} as ${column}` : column)).join(', ');

/** The columns that API answers show. */
export const shownColumns = [
  'id',
  'external_subscription_id',
  'transaction_id',
  'code',
  'timestamp',
  'properties',
  'precise_total_amount_cents',
  'received_at',
] as const satisfies Column[];

export type ShownEventRow = Pick<StoredEventRow, (typeof shownColumns)[number]>;

export const shownEventOf = (row: ShownEventRow): ShownEvent => ({
  id: row.id,
  external_subscription_id: row.external_subscription_id,
  transaction_id: row.transaction_id,
  code: row.code,
  timestamp: Number(row.timestamp),
  properties: JSON.parse(row.properties) as Record<string, unknown>,
  precise_total_amount_cents: row.precise_total_amount_cents,
  received_at: Number(row.received_at),
});
