import type { SchemaMigration } from '@tollgate/platform';

/** Alerts that customers set in the portal. Several of one type may exist; those of the organization stay unique. */
export const alertsOfCustomers: SchemaMigration = {
  name: '107_alerts_of_customers',
  sql: `
    alter table subscription.alerts add column customer_id uuid;
    drop index subscription.alerts_type;
    create unique index alerts_type
      on subscription.alerts (organization_id, external_subscription_id, alert_type, billable_metric_id)
      nulls not distinct where customer_id is null;
    create index alerts_of_customers on subscription.alerts (organization_id, customer_id)
      where customer_id is not null;`,
};
