import { adminRole } from '@tollgate/contracts';
import { Forbidden, type Tenant, type TenantTransaction } from '@tollgate/platform';
import { permissionsOf, permissionsOfRole, readOwnRoles } from '../access/role-permissions.js';

/**
 * Asserts that a caller may give others these permissions. A caller cannot give more than it has; a key without limits
 * has the rights of an admin.
 * @throws Forbidden
 */
export function assertMayPermit({ member }: Tenant, permissions: Iterable<string>): void {
  if (!member || member.isAdmin) return;
  for (const permission of permissions)
    if (!member.permissions.has(permission)) throw new Forbidden('cannot_grant_permission');
}

/**
 * Asserts that a caller may give others these roles, or take them from them.
 * @throws Forbidden
 */
export async function assertMayGrant(
  transaction: TenantTransaction,
  caller: Tenant,
  roles: readonly string[],
): Promise<void> {
  if (!caller.member || caller.member.isAdmin) return;
  if (roles.includes(adminRole)) throw new Forbidden('cannot_grant_admin');
  const { organizationId } = transaction;
  assertMayPermit(caller, permissionsOf(await readOwnRoles(transaction, [organizationId]), organizationId, roles));
}

/** The codes that match no role of the organization. */
export async function unknownRoles(transaction: TenantTransaction, roles: readonly string[]): Promise<string[]> {
  const { organizationId } = transaction;
  const ownRoles = await readOwnRoles(transaction, [organizationId]);
  return roles.filter((code) => permissionsOfRole(ownRoles, organizationId, code) === undefined);
}
