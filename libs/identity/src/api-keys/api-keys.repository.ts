import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { ApiKeyFilters, SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  nameKey,
  narrowed,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables, type ApiKeysTable } from '../identity.tables.js';

export type ApiKeyRow = Selectable<ApiKeysTable>;

const keys = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('identity.api_keys').where('organization_id', '=', transaction.organizationId);

const list = listForm<SortsOf<ApiKeyFilters>>({
  keys: { created_at: instantKey('created_at'), name: nameKey('name') },
  order: [
    ['created_at', 'asc'],
    ['id', 'asc'],
  ],
  searched: ['name', 'last_four'],
});

/** One page of keys, expired ones included, oldest first. */
export async function listApiKeys(transaction: TenantTransaction, filters: ApiKeyFilters) {
  return readList(transaction, narrowed(keys(transaction).selectAll(), list, filters), list, filters);
}

export async function findApiKey(transaction: TenantTransaction, id: string): Promise<ApiKeyRow | undefined> {
  return keys(transaction).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Number of valid keys, and of those without expiry, except one. */
export async function countValidKeys(transaction: TenantTransaction, except: string | null) {
  return keys(transaction)
    .select([
      sql<number>`count(*) filter (where expires_at is null or expires_at > now())::int`.as('valid'),
      sql<number>`count(*) filter (where expires_at is null and id is distinct from ${except}::uuid)::int`.as(
        'others_without_end',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export async function insertApiKey(transaction: TenantTransaction, row: Insertable<ApiKeysTable>): Promise<ApiKeyRow> {
  return tables(transaction).insertInto('identity.api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateApiKey(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<ApiKeysTable>,
): Promise<ApiKeyRow> {
  return tables(transaction)
    .updateTable('identity.api_keys')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates the last use of keys; an earlier time than the stored one changes nothing. */
export async function writeLastUses(transaction: Transaction, uses: Map<string, Date>): Promise<void> {
  await sql`
    update identity.api_keys key set last_used_at = used.at
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::timestamptz[]) as used (id, at)
    where key.id = used.id and (key.last_used_at is null or key.last_used_at < used.at)
  `.execute(transaction);
}
