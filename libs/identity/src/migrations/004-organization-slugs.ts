import type { SchemaMigration } from '@tollgate/platform';

/** Names of organizations in addresses. Those made by the version before have none: one is read out of their id. */
export const organizationSlugs: SchemaMigration = {
  name: '004_organization_slugs',
  sql: `
    alter table identity.organizations add column slug text;
    create unique index organizations_slug on identity.organizations (slug)`,
};
