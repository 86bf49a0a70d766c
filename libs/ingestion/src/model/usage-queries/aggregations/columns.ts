/** Time order; reception breaks ties, and the id does so within a millisecond. */
export const eventOrder = '(at, received_at, place)';

/** The columns of an event that totals may read, by their names in a query. */
export const eventColumns = {
  at: 'event.timestamp',
  received_at: 'event.received_at',
  place: 'toString(event.id)',
  value: 'event.value',
  value_text: 'event.value_text',
  operation_type: 'event.operation_type',
  price: 'event.precise_total_amount_cents',
} as const;
export type EventColumn = keyof typeof eventColumns;

/**
 * The columns of a rollup's entry that totals may read, and their form for a single event. Few columns, as analysing a
 * query costs as much as running it.
 */
export const entryColumns = {
  since: 'toUnixTimestamp64Micro(event.timestamp)',
  at: 'event.timestamp',
  received_at: 'event.received_at',
  place: 'toString(event.id)',
  value_text: 'event.value_text',
  operation_type: 'event.operation_type',
  events: 'toUInt64(1)',
  valued: 'toUInt64(event.value is not null)',
  total: 'event.value',
  highest: 'event.value',
  latest: 'event.value',
  price: 'event.precise_total_amount_cents',
  price_valued: 'if(event.value is null, null, event.precise_total_amount_cents)',
  moment: 'toDecimal256(0, 30)',
} as const;
export type EntryColumn = keyof typeof entryColumns;

/** The columns of the time order, of events and entries alike. */
export const order = ['at', 'received_at', 'place'] as const;
/** Those of single values in it. */
export const valuesInOrder: EventColumn[] = ['value', ...order];

/** The time order of rated events. */
export const ratedOrder = 'happened, received, event_id';

/** Units of a rated event. */
export const ratedUnits = (sql: string): string => `toDecimal256(${sql}, 30)`;
