import { adminRole, type Actor } from '@tollgate/contracts';
import type { Rights, TenantTransaction } from '@tollgate/platform';
import { openEntries, permissionsOfEntry } from '../access/entry-rights.js';
import { permissionsOf, readOwnRoles } from '../access/role-permissions.js';
import { tables } from '../identity.tables.js';
import { actorOf, mayBeMadeBy, mayBeMadeWith } from './callers.js';

/** A caller whose work goes on after its call: the holder of a key, or a person. */
export interface StandingCaller {
  apiKeyId: string | null;
  userId: string | null;
}

/** The rights of such a caller now, and its name in logs. */
export interface StandingRights {
  may: Rights;
  actor: Actor;
}

/**
 * The rights that a caller has now. Null for a key that ended, and for a person who is no member any more; for both, too,
 * in a suspended organization.
 */
export async function standingRights(
  transaction: TenantTransaction,
  { apiKeyId, userId }: StandingCaller,
): Promise<StandingRights | null> {
  const rights =
    apiKeyId !== null
      ? await rightsOfKey(transaction, apiKeyId)
      : userId !== null && (await rightsOfPerson(transaction, userId));
  if (rights && !(await isSuspended(transaction))) return rights;
  return userId === null ? null : rightsOfEntry(transaction, userId);
}

async function rightsOfKey(transaction: TenantTransaction, id: string): Promise<StandingRights | null> {
  const { organizationId } = transaction;
  const key = await tables(transaction)
    .selectFrom('identity.api_keys')
    .select(['permissions', 'expires_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!key || (key.expires_at && key.expires_at.getTime() <= Date.now())) return null;
  return { may: (route) => mayBeMadeWith(key.permissions, route), actor: actorOf({ organizationId, apiKeyId: id }) };
}

async function rightsOfPerson(transaction: TenantTransaction, userId: string): Promise<StandingRights | null> {
  const { organizationId } = transaction;
  const member = await tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.users as person', 'person.id', 'membership.user_id')
    .select(['membership.roles', 'person.email'])
    .where('membership.organization_id', '=', organizationId)
    .where('membership.user_id', '=', userId)
    .where('membership.status', '=', 'active')
    .executeTakeFirst();
  if (!member) return null;
  const ownRoles = await readOwnRoles(transaction, [organizationId]);
  const permissions = permissionsOf(ownRoles, organizationId, member.roles);
  const isAdmin = member.roles.includes(adminRole);
  return {
    may: (route) => mayBeMadeBy({ isAdmin, permissions }, route),
    actor: { source: 'front', api_key_id: null, user_id: userId, user_email: member.email },
  };
}

async function isSuspended(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.organizations')
    .select('suspended_at')
    .where('id', '=', transaction.organizationId)
    .executeTakeFirst();
  return row?.suspended_at != null;
}

/** The rights of an operator in the organization, until it leaves. */
async function rightsOfEntry(transaction: TenantTransaction, userId: string): Promise<StandingRights | null> {
  const entry = await openEntries(transaction, new Date())
    .where('entry.organization_id', '=', transaction.organizationId)
    .where('entry.user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (!entry) return null;
  const { may_change: mayChange } = entry;
  const member = { isAdmin: false, permissions: permissionsOfEntry(mayChange), entry: { mayChange } };
  return {
    may: (route) => mayBeMadeBy(member, route),
    actor: { source: 'front', api_key_id: null, user_id: userId, user_email: entry.user_email },
  };
}
