import type { Tenant, TenantTransaction } from '@tollgate/platform';
import { readOwnRoles } from '../access/role-permissions.js';
import { assertMayGrantRoles, unknownAmong } from './grants.rules.js';

/**
 * Asserts that a caller may give others these roles, or take them from them.
 * @throws Forbidden
 */
export async function assertMayGrant(
  transaction: TenantTransaction,
  { member }: Tenant,
  roles: readonly string[],
): Promise<void> {
  if (!member || member.isAdmin) return;
  const { organizationId } = transaction;
  const ownRoles = await readOwnRoles(transaction, [organizationId]);
  assertMayGrantRoles({ member, organizationId }, ownRoles, roles);
}

/** The codes that match no role of the organization. */
export async function unknownRoles(transaction: TenantTransaction, roles: readonly string[]): Promise<string[]> {
  const { organizationId } = transaction;
  return unknownAmong(await readOwnRoles(transaction, [organizationId]), organizationId, roles);
}
