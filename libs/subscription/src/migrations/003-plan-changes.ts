import type { SchemaMigration } from '@tollgate/platform';

export const planChanges: SchemaMigration = {
  name: '020_plan_changes',
  sql: `
    alter table subscription.subscriptions
      add column plan_change_at timestamptz,
      add column trial_end_at timestamptz,
      add column alert_at timestamptz,
      add column alerted_at timestamptz;
    create unique index subscriptions_one_pending_successor on subscription.subscriptions (previous_subscription_id) where status = 'pending';
    create index subscriptions_due_plan_change on subscription.subscriptions (plan_change_at, organization_id) where status = 'active' and plan_change_at is not null;
    create index subscriptions_due_trial_end on subscription.subscriptions (trial_end_at, organization_id) where status = 'active' and trial_end_at is not null;
    create index subscriptions_due_alert on subscription.subscriptions (alert_at, organization_id) where status = 'active' and alert_at is not null;`,
};
