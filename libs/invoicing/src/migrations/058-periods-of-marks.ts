import type { SchemaMigration } from '@tollgate/platform';

/**
 * Records the usage period in which an event in advance was charged. After a move to another time zone, the next period
 * may begin before the event (subscriptions, section 2.6).
 */
export const periodsOfMarks: SchemaMigration = {
  name: '102_periods_of_marks',
  sql: `alter table invoicing.advance_events add column period_from bigint`,
};
