import { sql, type Insertable, type Selectable } from 'kysely';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { AuthorizationsTable } from '../connections/providers.tables.js';

export type AuthorizationRow = Selectable<AuthorizationsTable>;

const mostReconciled = 500;
const mostDeleted = 1000;

/** Stores a hold before its request, once for its id. */
export async function insertAuthorization(
  transaction: TenantTransaction,
  row: Insertable<AuthorizationsTable>,
): Promise<void> {
  await tables(transaction)
    .insertInto('payment.authorizations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Whether an id is that of a hold, released or not. */
export async function isAuthorization(transaction: TenantTransaction, id: string): Promise<boolean> {
  const hold = await tables(transaction)
    .selectFrom('payment.authorizations')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return hold !== undefined;
}

/** Finds a hold that is still to release. */
export async function findHeldAuthorization(
  transaction: TenantTransaction,
  id: string,
): Promise<AuthorizationRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.authorizations')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .executeTakeFirst();
}

/** Records that the provider holds the amount no more. @param at Unix ms, of the wall clock */
export async function markReleased(transaction: TenantTransaction, id: string, at: Instant): Promise<void> {
  await tables(transaction)
    .updateTable('payment.authorizations')
    .set({ released_at: new Date(at) })
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .execute();
}

/** Reads the holds of all organizations that are still to release. @param before Unix ms: younger ones may be requested now */
export async function heldAuthorizations(transaction: Transaction, before: Instant): Promise<AuthorizationRow[]> {
  const { rows } = await sql<AuthorizationRow>`
    select * from payment.authorizations held
    where released_at is null and created_at < ${new Date(before)} and not exists (
      select from platform.parked
      where service = 'payment' and kind = 'job' and key = 'payment-authorization-release/' || held.id)
    order by created_at limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}

/** Deletes holds of all organizations that were released before an instant, Unix ms. */
export async function deleteReleasedAuthorizations(transaction: Transaction, before: Instant): Promise<void> {
  await sql`
    delete from payment.authorizations where id in (
      select id from payment.authorizations where released_at < ${new Date(before)} limit ${mostDeleted})
  `.execute(transaction);
}
