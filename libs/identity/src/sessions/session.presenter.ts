import type { Session, SessionInDetail, SessionMembership, User } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import { isMethodAllowed } from '../access/login-methods.rules.js';
import { permissionsOf, type OwnRoles } from '../access/role-permissions.js';
import type { Account } from '../credentials/credentials.repository.js';
import { slugOf } from '../organizations/slugs.js';
import type { MembershipWithOrganization, SessionRow } from './sessions.repository.js';

export const presentUser = ({ user, credentials }: Account): User => ({
  svc_id: user.id,
  email: user.email,
  name: user.name,
  operator: user.is_operator,
  two_factor_enabled: credentials !== null && credentials.totp_confirmed_at !== null,
  created_at: isoSeconds(user.created_at),
});

/** @param currentId the session of the call */
export const presentSession = (row: SessionRow, currentId: string): Session => ({
  svc_id: row.id,
  login_method: row.login_method,
  user_agent: row.user_agent,
  ip_address: row.ip_address,
  current: row.id === currentId,
  created_at: isoSeconds(row.created_at),
  last_used_at: isoSecondsOrNull(row.last_used_at),
  expires_at: isoSeconds(row.expires_at),
});

function presentMembership(
  row: MembershipWithOrganization,
  ownRoles: OwnRoles,
  session: SessionRow | null,
): SessionMembership {
  const { id, roles, organization_id: organizationId, organization_name: name, slug, sandbox } = row;
  return {
    svc_id: id,
    organization: { svc_id: organizationId, name, slug: slugOf({ id: organizationId, slug }), sandbox },
    roles,
    permissions: [...permissionsOf(ownRoles, organizationId, roles)].sort(),
    login_method_authorized: session !== null && isMethodAllowed(row, session),
  };
}

/** The session of the call, with its person and memberships. @param vouched whether its login still holds */
export const presentSessionInDetail = (
  row: SessionRow,
  account: Account,
  memberships: MembershipWithOrganization[],
  ownRoles: OwnRoles,
  vouched: boolean,
): SessionInDetail => ({
  ...presentSession(row, row.id),
  user: presentUser(account),
  memberships: memberships.map((membership) => presentMembership(membership, ownRoles, vouched ? row : null)),
});
