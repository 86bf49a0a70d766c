import type { CommandAnswer, Session, SessionInDetail, SessionMembership, User } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import { isMethodAllowed } from '../access/login-methods.rules.js';
import { permissionsOfEntry } from '../access/entry-rights.js';
import { permissionsOf, type OwnRoles } from '../access/role-permissions.js';
import type { Account } from '../credentials/credentials.repository.js';
import { slugOf } from '../organizations/slugs.js';
import type { Entered, MembershipWithOrganization, SessionRow } from './sessions.repository.js';

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
  confirmed_at: isoSeconds(row.confirmed_at ?? row.created_at),
  created_at: isoSeconds(row.created_at),
  last_used_at: isoSecondsOrNull(row.last_used_at),
  expires_at: isoSeconds(row.expires_at),
});

type ShownOrganization = Pick<
  MembershipWithOrganization,
  'organization_id' | 'organization_name' | 'slug' | 'sandbox' | 'suspended_at'
>;

function presentOrganization(row: ShownOrganization, settings: Settings): SessionMembership['organization'] {
  const { organization_id: id, organization_name: name, slug, sandbox, suspended_at: suspendedAt } = row;
  const { timezone = null, country = null, default_currency: currency = null } = settings.get(id) ?? {};
  return {
    svc_id: id,
    name,
    slug: slugOf({ id, slug }),
    sandbox,
    timezone,
    country,
    default_currency: currency,
    suspended: suspendedAt !== null,
  };
}

function presentMembership(
  row: MembershipWithOrganization,
  ownRoles: OwnRoles,
  session: SessionRow | null,
  settings: Settings,
): SessionMembership {
  const { id, roles, organization_id: organizationId } = row;
  return {
    svc_id: id,
    organization: presentOrganization(row, settings),
    roles,
    permissions: [...permissionsOf(ownRoles, organizationId, roles)].sort(),
    login_method_authorized: session !== null && isMethodAllowed(row, session),
    entry: null,
  };
}

/** The organization that an operator entered, with the rights of the stay in place of roles. */
function presentEntered({ entry, organization }: Entered, settings: Settings): SessionMembership {
  const { id, reason, may_change, expires_at: expiresAt } = entry;
  const shown = { ...organization, organization_id: organization.id, organization_name: organization.name };
  return {
    svc_id: id,
    organization: presentOrganization(shown, settings),
    roles: [],
    permissions: [...permissionsOfEntry(may_change)].sort(),
    login_method_authorized: true,
    entry: { svc_id: id, reason, may_change, expires_at: isoSeconds(expiresAt) },
  };
}

/** A session with its person and memberships, as they are stored. */
export interface StoredSession {
  row: SessionRow;
  account: Account;
  memberships: MembershipWithOrganization[];
  /** The organizations that the person entered as an operator. */
  entered: Entered[];
  ownRoles: OwnRoles;
  /** Whether its login still holds. */
  vouched: boolean;
}

/** The session of the call, with its person and memberships. */
export const presentSessionInDetail = (
  { row, account, memberships, entered, ownRoles, vouched }: StoredSession,
  settings: Settings,
): SessionInDetail => ({
  ...presentSession(row, row.id),
  user: presentUser(account),
  memberships: [
    ...memberships.map((one) => presentMembership(one, ownRoles, vouched ? row : null, settings)),
    ...entered.map((one) => presentEntered(one, settings)),
  ],
});
