import { sql, type Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables, type RolesTable } from '../identity.tables.js';

export type RoleRow = Selectable<RolesTable>;

const ownRoles = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('identity.roles')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** The organization's custom roles, oldest first; their number is bounded. */
export const listRoles = async (transaction: TenantTransaction): Promise<RoleRow[]> =>
  ownRoles(transaction).orderBy('created_at').orderBy('id').execute();

export const findRole = async (transaction: TenantTransaction, code: string): Promise<RoleRow | undefined> =>
  ownRoles(transaction).where('code', '=', code).executeTakeFirst();

export async function insertRole(transaction: TenantTransaction, row: RoleRow): Promise<void> {
  await tables(transaction).insertInto('identity.roles').values(row).execute();
}

export async function updateRole(transaction: TenantTransaction, row: RoleRow): Promise<void> {
  const { id, name, description, permissions } = row;
  await tables(transaction)
    .updateTable('identity.roles')
    .set({ name, description, permissions })
    .where('id', '=', id)
    .execute();
}

export async function deleteRole(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('identity.roles').where('id', '=', id).execute();
}

/** Whether a member has the role. */
export async function roleHasMembers(transaction: TenantTransaction, code: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.memberships')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active')
    .where(sql<boolean>`${code} = any(roles)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
