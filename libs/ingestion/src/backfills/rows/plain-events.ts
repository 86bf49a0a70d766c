import type { RawInput } from '@tollgate/contracts';
import { toOwnName } from '@tollgate/platform';
import { secondsOf } from '../../sources/rules/instants.js';

const fields = ['transaction_id', 'external_subscription_id', 'code', 'precise_total_amount_cents'] as const;
/** Columns of exported events that do not make an event. */
const onlyExported = new Set([
  'svc_id',
  'svc_customer_id',
  'svc_subscription_id',
  'external_customer_id',
  'created_at',
  'received_at',
]);
const propertyMark = 'properties.';

/**
 * The columns that make nothing of an event.
 * @param prefix prefix of identifiers of this installation
 */
export const unknownColumns = (columns: readonly string[], prefix: string): string[] =>
  columns.filter((column) => {
    const name = toOwnName(column, prefix);
    const isField = name === 'timestamp' || name === 'properties' || fields.some((field) => field === name);
    return !isField && !onlyExported.has(name) && !(name.startsWith(propertyMark) && name !== propertyMark);
  });

/**
 * The event of a row whose columns are the fields of an event. A property has a column of its own, `properties.gb`, or is
 * in the object of the column `properties`. The values stay as they are: the intake of events judges them.
 * @param ownId the identifier of a row that states none
 */
export function plainEvent(record: RawInput, ownId: string): RawInput {
  const event: Record<string, unknown> = {};
  for (const field of fields) if (isThere(record[field])) event[field] = record[field];
  event['transaction_id'] ??= ownId;
  const { timestamp } = record;
  if (isThere(timestamp)) event['timestamp'] = secondsOf(timestamp) ?? timestamp;
  event['properties'] = propertiesOf(record);
  return event;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function propertiesOf(record: RawInput): unknown {
  const whole = objectOf(record['properties']);
  const named = Object.entries(record).filter(([name]) => name.startsWith(propertyMark));
  if (named.length === 0) return whole;
  const own = named.map(([name, value]) => [name.slice(propertyMark.length), value] as const);
  return { ...(isObject(whole) ? whole : {}), ...Object.fromEntries(own) };
}

const isObject = (value: unknown): value is RawInput =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A cell may hold the object as JSON. */
function objectOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
