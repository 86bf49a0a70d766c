import type { SchemaMigration } from '@tollgate/platform';

/** Days for which an organization stores records, by kind; a kind without days follows the installation. */
export const retention: SchemaMigration = {
  name: '018_retention',
  sql: `
    alter table identity.organizations add column retention jsonb not null default '{}';
    create index organizations_with_retention on identity.organizations (id) where retention <> '{}'`,
};
