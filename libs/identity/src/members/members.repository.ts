import { sql } from 'kysely';
import { adminRole, memberStatuses, type MemberFilters, type SortsOf } from '@tollgate/contracts';
import { instantKey, listForm, nameKey, narrowed, readList, textKey, type TenantTransaction } from '@tollgate/platform';
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

const list = listForm<SortsOf<MemberFilters>>({
  keys: {
    created_at: instantKey('membership.created_at'),
    email: textKey('person.email'),
    name: nameKey('person.name'),
  },
  order: [
    ['created_at', 'asc'],
    ['id', 'asc'],
  ],
  id: 'membership.id',
  createdAt: 'membership.created_at',
  searched: ['person.email', 'person.name'],
});

/** Oldest first. */
export async function listMembers(transaction: TenantTransaction, filters: MemberFilters) {
  const query = narrowed(members(transaction), list, filters);
  const found = filters.status ? query.where('membership.status', '=', filters.status) : query;
  return readList(transaction, found, list, filters, { status: () => ({ query, values: memberStatuses }) });
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
  row: { id: string; user_id: string; roles: string[]; by_provider?: boolean; created_at: Date },
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
