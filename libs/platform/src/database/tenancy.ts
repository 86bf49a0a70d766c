import type { ServiceSchema } from '@tollgate/contracts';

/** Schemas of the database: one a service, and `platform` for what all of them stand on. */
export type SchemaName = ServiceSchema | 'platform';

/** The role that a service works as: all rights on its own schema, `SELECT` on the others. */
export const roleOf = (schema: SchemaName): string => `tollgate_${schema}`;

/** The role that a service takes on, on purpose and for one transaction, for work over all tenants. */
export const everyTenantRoleOf = (schema: SchemaName): string => `tollgate_${schema}_every_tenant`;

/**
 * SQL that puts a table under row-level security: a transaction sees and writes only the rows of the organization
 * that it carries (`app.organization_id`). A query that forgets its filter returns nothing of anybody else.
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
