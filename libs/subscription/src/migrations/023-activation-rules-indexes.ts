import type { SchemaMigration } from '@tollgate/platform';

/** A customer has one waiting subscription of an external id (subscriptions, section 3.5), and due work finds its end. */
export const activationRulesIndexes: SchemaMigration = {
  name: '094_activation_rules_indexes',
  sql: `
    create unique index subscriptions_incomplete_external_id on subscription.subscriptions (organization_id, customer_id, external_id)
      where status = 'incomplete';
    create index subscriptions_due_expiry on subscription.subscriptions (activation_expires_at, organization_id)
      where status = 'incomplete'`,
};
