import { sql } from 'kysely';
import { adminRole, type Member } from '@tollgate/contracts';
import { paginate, type Page, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

const members = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
    .where('membership.organization_id', '=', transaction.organizationId)
    .select(['membership.id', 'membership.user_id', 'membership.roles', 'membership.status'])
    .select(['membership.created_at', 'membership.revoked_at', 'person.email', 'person.name']);

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

export async function findMember(transaction: TenantTransaction, id: string) {
  return members(transaction).where('membership.id', '=', id).executeTakeFirst();
}

/** Oldest first. */
export async function listMembers(transaction: TenantTransaction, page: Page, status: Member['status'] | undefined) {
  let query = members(transaction);
  if (status) query = query.where('membership.status', '=', status);
  return paginate(query.orderBy('membership.created_at').orderBy('membership.id'), page);
}

/** Whether a person with this address is a member. */
export async function isMember(transaction: TenantTransaction, email: string): Promise<boolean> {
  const row = await members(transaction)
    .where('person.email', '=', email)
    .where('membership.status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is an admin other than one member. */
export async function hasOtherAdmin(transaction: TenantTransaction, id: string): Promise<boolean> {
  const row = await members(transaction)
    .where('membership.id', '!=', id)
    .where('membership.status', '=', 'active')
    .where(sql<boolean>`${adminRole} = any(membership.roles)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertMembership(
  transaction: TenantTransaction,
  row: { id: string; user_id: string; roles: string[]; created_at: Date },
): Promise<void> {
  await tables(transaction)
    .insertInto('identity.memberships')
    .values({ ...row, organization_id: transaction.organizationId, status: 'active', revoked_at: null })
    .execute();
}

export async function updateMembership(
  transaction: TenantTransaction,
  id: string,
  changes: { roles: string[] } | { status: 'revoked'; revoked_at: Date },
): Promise<void> {
  await tables(transaction)
    .updateTable('identity.memberships')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .execute();
}
