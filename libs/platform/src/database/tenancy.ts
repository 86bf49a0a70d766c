import type { ServiceSchema } from '@tollgate/contracts';

/** Schemas of the database: one per service, and `platform` for the shared tables. */
export type SchemaName = ServiceSchema | 'platform';

/** The role of a service: all rights on its own schema, `SELECT` on the others. */
export const roleOf = (schema: SchemaName): string => `tollgate_${schema}`;

/** The role that a service assumes explicitly, for one transaction, to work over all tenants. */
export const everyTenantRoleOf = (schema: SchemaName): string => `tollgate_${schema}_every_tenant`;

/**
 * SQL that enables row-level security on a table: a transaction reads and writes only rows of its organization
 * (`app.organization_id`). A query without a filter returns no rows of others.
 */
export function protectTable(schema: SchemaName, table: string, column = 'organization_id'): string {
  return `
    alter table ${schema}.${table} enable row level security;
    alter table ${schema}.${table} force row level security;
    create policy tenant on ${schema}.${table} to public
      using (${column} = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (${column} = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ${schema}.${table} to tollgate_every_tenant using (true) with check (true);`;
}
