import type { CommandAnswer, Session, SessionInDetail, SessionMembership, User } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import { isMethodAllowed } from '../access/login-methods.rules.js';
import { permissionsOf, type OwnRoles } from '../access/role-permissions.js';
import type { Account } from '../credentials/credentials.repository.js';
import { slugOf } from '../organizations/slugs.js';
import type { MembershipWithOrganization, SessionRow } from './sessions.repository.js';

/** The settings of organizations, by the identifier; empty while they cannot be read. */
export type Settings = ReadonlyMap<string, CommandAnswer<'billing_entity.read_settings'>['organizations'][number]>;

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
  settings: Settings,
): SessionMembership {
  const { id, roles, organization_id: organizationId, organization_name: name, slug, sandbox } = row;
  const { timezone = null, country = null, default_currency: currency = null } = settings.get(organizationId) ?? {};
  return {
    svc_id: id,
    organization: {
      svc_id: organizationId,
      name,
      slug: slugOf({ id: organizationId, slug }),
      sandbox,
      timezone,
      country,
      default_currency: currency,
    },
    roles,
    permissions: [...permissionsOf(ownRoles, organizationId, roles)].sort(),
    login_method_authorized: session !== null && isMethodAllowed(row, session),
  };
}

/** A session with its person and memberships, as they are stored. */
export interface StoredSession {
  row: SessionRow;
  account: Account;
  memberships: MembershipWithOrganization[];
  ownRoles: OwnRoles;
  /** Whether its login still holds. */
  vouched: boolean;
}

/** The session of the call, with its person and memberships. */
export const presentSessionInDetail = (
  { row, account, memberships, ownRoles, vouched }: StoredSession,
  settings: Settings,
): SessionInDetail => ({
  ...presentSession(row, row.id),
  user: presentUser(account),
  memberships: memberships.map((one) => presentMembership(one, ownRoles, vouched ? row : null, settings)),
});
