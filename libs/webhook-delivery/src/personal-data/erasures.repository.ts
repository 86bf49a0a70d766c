import { sql } from 'kysely';
import type { ErasureFilters, SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  readList,
  tablesOf,
  type ErasureTables,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';

const erasures = (transaction: TenantTransaction) =>
  tablesOf<ErasureTables>(transaction)
    .selectFrom('platform.erasures')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

const list = listForm<SortsOf<ErasureFilters>>({
  keys: { created_at: instantKey('created_at') },
  order: [
    ['created_at', 'desc'],
    ['id', 'asc'],
  ],
  searched: [sql`subject_id::text`],
});

/** Reads one page of erasures, newest first. @param digest of the external id in the filters of the call */
export async function listErasures(transaction: TenantTransaction, filters: ErasureFilters, digest: string | null) {
  const { statuses: states, subject_types: types } = filters;
  const found = erasures(transaction)
    .$if(states !== undefined, (query) =>
      query.where(
        sql<boolean>`case when completed_at is null then 'running' else 'completed' end = any(${states}::text[])`,
      ),
    )
    .$if(types !== undefined, (query) => query.where(sql<boolean>`subject_type = any(${types}::text[])`))
    .$if(digest !== null, (query) => query.where('subject_digest', '=', digest as string));
  return readList(transaction, narrowed(found, list, filters), list, filters);
}

/** Whether an erasure of the last minutes still runs, in any organization. */
export async function isAnyRecent(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`
    select exists (select from platform.erasures
      where completed_at is null and created_at > now() - interval '5 minutes') as is_any
  `.execute(transaction);
  return rows[0]?.is_any ?? false;
}
