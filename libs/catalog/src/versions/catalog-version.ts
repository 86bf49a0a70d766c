import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/**
 * SQL of the version of an organization's catalog, as a column of any statement (migration `014-versions.ts`): as long as it is the same,
 * so are plans with all of their parts, taxes and issuers.
 */
export const catalogVersion = ({ organizationId }: TenantTransaction): RawBuilder<string> =>
  sql<string>`(select coalesce(string_agg(mark::text, ' ' order by mark), '') from catalog.versions where organization_id = ${organizationId})`;

/** The version by itself. */
export async function readCatalogVersion(transaction: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${catalogVersion(transaction)} as version`.execute(
    transaction,
  );
  return rows[0]?.version ?? '';
}
