import type { Selectable } from 'kysely';
import type { PortalSessionFilters } from '@tollgate/contracts';
import { paginate, type Instant, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { PortalSessionsTable } from './portal-sessions.tables.js';

export type PortalSessionRow = Selectable<PortalSessionsTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.portal_sessions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertPortalSession(transaction: TenantTransaction, row: PortalSessionRow): Promise<void> {
  await tables(transaction).insertInto('subscription.portal_sessions').values(row).execute();
}

export async function findPortalSession(
  transaction: TenantTransaction,
  id: string,
): Promise<PortalSessionRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads one page of a customer's sessions, newest first. @param now Unix ms, of the organization's clock */
export async function listPortalSessions(
  transaction: TenantTransaction,
  customerId: string,
  { status, ...page }: PortalSessionFilters,
  now: Instant,
) {
  const at = new Date(now);
  let query = all(transaction).where('customer_id', '=', customerId);
  if (status === 'revoked') query = query.where('revoked_at', 'is not', null);
  if (status === 'active') query = query.where('revoked_at', 'is', null).where('expires_at', '>', at);
  if (status === 'expired') query = query.where('revoked_at', 'is', null).where('expires_at', '<=', at);
  return paginate(query.orderBy('created_at', 'desc').orderBy('id'), page);
}

/** Counts the sessions of a customer that are neither expired nor revoked. @param now Unix ms */
export async function countActiveSessions(
  transaction: TenantTransaction,
  customerId: string,
  now: Instant,
): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('subscription.portal_sessions')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Revokes a session of a customer, once: the first time stays. @param now Unix ms @returns undefined without one */
export async function revokePortalSession(
  transaction: TenantTransaction,
  { customerId, id }: { customerId: string; id: string },
  now: Instant,
): Promise<PortalSessionRow | undefined> {
  return tables(transaction)
    .updateTable('subscription.portal_sessions')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(new Date(now))) }))
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Revokes the sessions of a person; earlier revocations stay. @param now Unix ms */
export async function revokeSessionsOfPerson(
  transaction: TenantTransaction,
  personId: string,
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.portal_sessions')
    .set({ revoked_at: new Date(now) })
    .where('organization_id', '=', transaction.organizationId)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute();
}

/** Deletes all sessions of a customer. @returns how many */
export async function deletePortalSessions(transaction: TenantTransaction, customerId: string): Promise<number> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('subscription.portal_sessions')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the sessions of a customer that ended before a time. @param before Unix ms, of the organization's clock */
export async function deleteEndedSessions(
  transaction: TenantTransaction,
  customerId: string,
  before: Instant,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.portal_sessions')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('expires_at', '<', new Date(before))
    .execute();
}
