import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Alerts belong to an external id, not to the subscription that has it (customers, section 8.1). */
export const alerts: SchemaMigration = {
  name: '086_alerts',
  sql: `
    create table subscription.alerts (
      id uuid primary key,
      organization_id uuid not null,
      external_subscription_id text not null,
      alert_type text not null,
      billable_metric_id uuid,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_code on subscription.alerts (organization_id, external_subscription_id, code);
    create unique index alerts_type on subscription.alerts
      (organization_id, external_subscription_id, alert_type, billable_metric_id) nulls not distinct;
    ${protectTable('subscription', 'alerts')}`,
};
