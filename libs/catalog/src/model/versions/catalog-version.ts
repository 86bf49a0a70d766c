import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/**
 * SQL of the version of an organization's catalog, as a column of any statement (migration `014-versions.ts`). An equal
 * version means equal plans with all parts, taxes and issuers. A transaction with changes may change more under the
 * same mark, or roll back: each of its reads gets a unique version.
 */
export const catalogVersion = ({ organizationId }: TenantTransaction): RawBuilder<string> =>
  sql<string>`(
    select coalesce(string_agg(known.mark::text, ' ' order by known.mark), '') from (
      select case when transaction = pg_current_xact_id_if_assigned() then gen_random_uuid() else mark end as mark
      from catalog.versions where organization_id = ${organizationId}
    ) as known
  )`;

/** Reads the version alone. */
export async function readCatalogVersion(transaction: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${catalogVersion(transaction)} as version`.execute(
    transaction,
  );
  return rows[0]?.version ?? '';
}
