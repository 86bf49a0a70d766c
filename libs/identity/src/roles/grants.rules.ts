import { adminRole } from '@tollgate/contracts';
import { Forbidden, type Tenant } from '@tollgate/platform';
import { permissionsOf, permissionsOfRole, type OwnRoles } from '../access/role-permissions.js';

/**
 * Asserts that a caller may give others these permissions. A caller cannot give more than it has; a key without limits
 * has the rights of an admin.
 * @throws Forbidden
 */
export function assertMayPermit({ member }: Pick<Tenant, 'member'>, permissions: Iterable<string>): void {
  if (!member || member.isAdmin) return;
  for (const permission of permissions)
    if (!member.permissions.has(permission)) throw new Forbidden('cannot_grant_permission');
}

/**
 * Asserts that a caller may give others these roles of its organization, or take them from them (customers, section 14).
 * @throws Forbidden
 */
export function assertMayGrantRoles(
  caller: Pick<Tenant, 'member' | 'organizationId'>,
  ownRoles: OwnRoles,
  roles: readonly string[],
): void {
  if (!caller.member || caller.member.isAdmin) return;
  if (roles.includes(adminRole)) throw new Forbidden('cannot_grant_admin');
  assertMayPermit(caller, permissionsOf(ownRoles, caller.organizationId, roles));
}

/** The codes that match no role of an organization. */
export const unknownAmong = (ownRoles: OwnRoles, organizationId: string, roles: readonly string[]): string[] =>
  roles.filter((code) => permissionsOfRole(ownRoles, organizationId, code) === undefined);
