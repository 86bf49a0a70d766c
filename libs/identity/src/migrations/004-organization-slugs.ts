import type { SchemaMigration } from '@tollgate/platform';

/** Names of organizations in addresses. Organizations of the previous version have none: their id gives one. */
export const organizationSlugs: SchemaMigration = {
  name: '004_organization_slugs',
  sql: `
    alter table identity.organizations add column slug text;
    create unique index organizations_slug on identity.organizations (slug)`,
};
