import type { SchemaMigration } from '@tollgate/platform';

/** When the rate of a day was replaced, for exports of changed rates. */
export const timesOfRates: SchemaMigration = {
  name: '055_times_of_rates',
  sql: `alter table catalog.exchange_rates add column updated_at timestamptz`,
};
