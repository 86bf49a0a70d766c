import type { SchemaMigration } from '@tollgate/platform';

/** Whether an organization accepts events of subscriptions that it does not have (metering, section 2.1). */
export const unknownSubscriptions: SchemaMigration = {
  name: '017_unknown_subscriptions',
  sql: `
    alter table identity.organizations add column unknown_subscription text not null default 'accept'
      check (unknown_subscription in ('accept', 'refuse'))`,
};
