import type { SchemaMigration } from '@tollgate/platform';

/** Finds the voided events of a subscription, for lists of the events behind a fee. */
export const voidsOfSubscriptions: SchemaMigration = {
  name: '008_voids_of_subscriptions',
  sql: `
    create index voided_events_by_subscription on ingestion.voided_events (organization_id, external_subscription_id, code);`,
};
