import type { SchemaMigration } from '@tollgate/platform';

/** The service adds up the days of a subscription, and computes them again when events come late. */
export const dailyUsagesIndex: SchemaMigration = {
  name: '083_daily_usages_index',
  sql: `create index daily_usages_of_subscription on invoicing.daily_usages (subscription_id, usage_date)`,
};
