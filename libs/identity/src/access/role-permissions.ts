import { predefinedRoles } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import { tables } from '../identity.tables.js';

const predefined = new Map<string, readonly string[]>(
  predefinedRoles.map(({ code, permissions }) => [code, permissions]),
);

/** Whether a role is one that every organization has. */
export const isPredefined = (code: string): boolean => predefined.has(code);

/** Custom roles, by organization and code. */
export type OwnRoles = Map<string, Map<string, readonly string[]>>;

/** Reads the permissions of organizations' custom roles. */
export async function readOwnRoles(transaction: Transaction, organizationIds: readonly string[]): Promise<OwnRoles> {
  const ownRoles: OwnRoles = new Map();
  if (organizationIds.length === 0) return ownRoles;
  const rows = await tables(transaction)
    .selectFrom('identity.roles')
    .select(['organization_id', 'code', 'permissions'])
    .where('organization_id', 'in', organizationIds)
    .execute();
  for (const { organization_id: id, code, permissions } of rows)
    ownRoles.set(id, (ownRoles.get(id) ?? new Map<string, readonly string[]>()).set(code, permissions));
  return ownRoles;
}

/** The permissions of a role; undefined when the organization has no such role. */
export const permissionsOfRole = (
  ownRoles: OwnRoles,
  organizationId: string,
  code: string,
): readonly string[] | undefined => predefined.get(code) ?? ownRoles.get(organizationId)?.get(code);

/** The combined permissions of an organization's roles. */
export const permissionsOf = (ownRoles: OwnRoles, organizationId: string, codes: readonly string[]): Set<string> =>
  new Set(codes.flatMap((code) => permissionsOfRole(ownRoles, organizationId, code) ?? []));
