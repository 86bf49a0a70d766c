import type { Selectable } from 'kysely';
import { inviteStatuses, type InviteFilters, type LoginMethod, type SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  textKey,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import { tables, type InvitesTable } from '../identity.tables.js';

export type InviteRow = Selectable<InvitesTable>;

const invites = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('identity.invites')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

const list = listForm<SortsOf<InviteFilters>>({
  keys: { created_at: instantKey('created_at'), email: textKey('email') },
  order: newestFirst,
  searched: ['email'],
});

/** Newest first. */
export async function listInvites(transaction: TenantTransaction, filters: InviteFilters) {
  const query = narrowed(invites(transaction), list, filters);
  const found = filters.status ? query.where('status', '=', filters.status) : query;
  return readList(transaction, found, list, filters, { status: () => ({ query, values: inviteStatuses }) });
}

export const findInvite = async (transaction: TenantTransaction, id: string): Promise<InviteRow | undefined> =>
  invites(transaction).where('id', '=', id).executeTakeFirst();

export const pendingInviteOf = async (transaction: TenantTransaction, email: string): Promise<InviteRow | undefined> =>
  invites(transaction).where('email', '=', email).where('status', '=', 'pending').executeTakeFirst();

export async function countPendingInvites(transaction: TenantTransaction): Promise<number> {
  const { total } = await tables(transaction)
    .selectFrom('identity.invites')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertInvite(transaction: TenantTransaction, row: InviteRow): Promise<void> {
  await tables(transaction).insertInto('identity.invites').values(row).execute();
}

/** Changes a pending invite. @returns undefined when it is no longer pending */
export async function updatePendingInvite(
  transaction: TenantTransaction,
  id: string,
  changes: Partial<Pick<InviteRow, 'roles' | 'status' | 'accepted_at' | 'revoked_at'>>,
): Promise<InviteRow | undefined> {
  return tables(transaction)
    .updateTable('identity.invites')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores the token of a mail in the open invite of its address.
 * @returns the invite's end and the name of its organization; undefined without an open invite
 */
export async function mailedInvite(
  transaction: TenantTransaction,
  email: string,
  tokenHash: string,
): Promise<{ organization: string; expires_at: Date } | undefined> {
  return tables(transaction)
    .updateTable('identity.invites as invite')
    .from('identity.organizations as organization')
    .set({ mailed_token_hash: tokenHash })
    .whereRef('organization.id', '=', 'invite.organization_id')
    .where('invite.organization_id', '=', transaction.organizationId)
    .where('invite.email', '=', email)
    .where('invite.status', '=', 'pending')
    .where('invite.expires_at', '>', new Date())
    .returning(['organization.name as organization', 'invite.expires_at'])
    .executeTakeFirst();
}

/** An open invite of any organization, with the organization's login methods. */
export async function openInviteOf(
  transaction: Transaction,
  tokenHash: string,
): Promise<(InviteRow & { login_methods: LoginMethod[] }) | undefined> {
  return tables(transaction)
    .selectFrom('identity.invites as invite')
    .innerJoin('identity.organizations as organization', 'organization.id', 'invite.organization_id')
    .selectAll('invite')
    .select('organization.login_methods')
    .where((where) =>
      where.or([where('invite.token_hash', '=', tokenHash), where('invite.mailed_token_hash', '=', tokenHash)]),
    )
    .where('invite.status', '=', 'pending')
    .where('invite.expires_at', '>', new Date())
    .executeTakeFirst();
}
