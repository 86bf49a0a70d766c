import { Injectable } from '@nestjs/common';
import {
  agentOfClient,
  allRoutes,
  isForOperators,
  memberPermissionOf,
  portalRightsOf,
  refusedPart,
  type Actor,
  type Route,
} from '@tollgate/contracts';
import {
  ApiError,
  CommandBus,
  Config,
  currentContext,
  Forbidden,
  headerName,
  holderOf,
  isConsoleCall,
  isFromOwnPage,
  isId,
  sameSecret,
  sessionCookieOf,
  tokenOfCookies,
  Unauthorized,
  type ApiRequest,
  type Person,
  type PortalCaller,
  type SessionCookie,
  type Tenant,
} from '@tollgate/platform';
import { admitsTo } from '../access/entry-rights.js';
import { SourceSecrets } from '../access/source-secrets.js';
import { isPortalToken, isSessionToken, isSourceSecret } from '../access/tokens.js';
import { Sessions, type MembershipOfSession, type SignedIn } from '../access/sessions.reader.js';
import { Suspensions } from '../access/suspensions.js';
import { keyOfHeader } from './api-key.js';
import { ApiKeys, type KeyHolder } from './api-keys.reader.js';

/** The caller of a request, with its permissions. */
export interface Caller extends Tenant {
  may(route: Route): boolean;
}

/**
 * Identifies callers: the holder of an API key, or a person with a session for one of its organizations. Calls of the
 * portal come from customers, with the tokens of their addresses. Senders of events may have the secret of a source.
 */
@Injectable()
export class Callers {
  private readonly organizationHeader: string;
  private readonly cookie: SessionCookie | null;
  private readonly sources: SourceSecrets;

  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
    private readonly suspensions: Suspensions,
    private readonly config: Config,
  ) {
    this.organizationHeader = headerName(config.identifierPrefix, 'Organization').toLowerCase();
    this.cookie = sessionCookieOf(config);
    this.sources = new SourceSecrets(commands);
  }

  /**
   * The caller and its organization.
   * @throws Unauthorized without a valid key or session; Forbidden when the session does not cover the organization, or
   * another page may have sent its cookie. Forbidden, too, for a suspended organization
   */
  async callerOf(request: Pick<ApiRequest, 'headers'>): Promise<Caller> {
    const key = this.credentialOf(request);
    if (key === null) throw new Unauthorized();
    if (!isSessionToken(key)) {
      const holder = await this.apiKeys.holderOf(key);
      if (!holder) throw new Unauthorized();
      await this.suspensions.assertActive(holder.organizationId);
      return ofKey(holder);
    }
    const person = await this.sessions.signedInBy(key);
    if (!person) throw new Unauthorized();
    const membership = membershipFor(person, this.organizationIn(request));
    // Operators enter a suspended organization, too, to find out what is wrong.
    if (!membership.entry) await this.suspensions.assertActive(membership.organizationId);
    return ofPerson(person, membership);
  }

  /**
   * The customer that calls the portal, with its organization. Keys, sessions and cookies are refused.
   * @throws Unauthorized without a genuine token, after its end, and for a deleted customer. Forbidden for a page of an
   * origin that its issuer does not list
   */
  async customerOf(request: Pick<ApiRequest, 'headers' | 'method'>): Promise<Tenant & { customer: PortalCaller }> {
    const token = keyOfHeader(request.headers.authorization);
    if (token === null || !isPortalToken(token)) throw new Unauthorized();
    const { customer } = await this.commands.send('subscription', 'customer.read_portal_token', { token });
    if (!customer) throw new Unauthorized();
    const { origin } = request.headers;
    const isForeign = origin !== undefined && !isFromOwnPage(request, new URL(this.config.publicUrl).origin);
    if (isForeign && !customer.origins.includes(origin)) throw new Forbidden('origin_not_allowed');
    const {
      organization_id: organizationId,
      customer_id: customerId,
      expires_at: expiresAt,
      sections,
      session,
      person,
      has_people: hasPeople,
    } = customer;
    await this.suspensions.assertActive(organizationId);
    const { mayChange, managesPeople } = portalRightsOf(person?.role ?? null);
    const rights = { sections, mayChange, managesPeople: managesPeople && hasPeople };
    return { organizationId, apiKeyId: null, customer: { customerId, expiresAt, session, person, ...rights } };
  }

  /**
   * The event source that sends events; null for another credential.
   * @throws Unauthorized for an unknown secret
   */
  async sourceOf({ headers }: Pick<ApiRequest, 'headers'>): Promise<Tenant | null> {
    const secret = keyOfHeader(headers.authorization);
    if (secret === null || !isSourceSecret(secret)) return null;
    const source = await this.sources.ownerOf(secret);
    await this.suspensions.assertActive(source.organizationId);
    return source;
  }

  /**
   * Admits a call of any kind, before its body is read.
   * @throws Unauthorized, Forbidden
   */
  async admitCall(request: ApiRequest, contract: Route): Promise<void> {
    if (isForOperators(contract)) await this.admitOperator(request, contract);
    else if (contract.access === 'person') request.person = await this.personOf(request);
    else await this.admit(request, contract);
    request.admittedTo = contract;
  }

  /**
   * Admits a call about the installation: with the admin key, or the session of an operator.
   * @throws Unauthorized without either; Forbidden for people who are no operators, and for changes without a recent proof
   */
  private async admitOperator(request: ApiRequest, { access, method }: Route): Promise<void> {
    const key = this.credentialOf(request);
    if (key === null) throw new Unauthorized();
    const isAdminKey = sameSecret(key, this.config.adminApiKey);
    if (!isAdminKey) request.person = await this.operatorBy(key, access === 'operator', method);
    const ambient = currentContext();
    if (ambient) ambient.actor = actorOfOperator(request.person ?? null);
  }

  private async operatorBy(key: string, takesSessions: boolean, method: Route['method']): Promise<Person> {
    const person = isSessionToken(key) ? await this.sessions.freshlySignedInBy(key) : null;
    if (!person) throw new Unauthorized();
    if (!person.isOperator) throw new Forbidden('operator_required');
    if (!takesSessions) throw new Forbidden('admin_key_required');
    if (person.loginMethod !== 'email_password') throw new Forbidden('password_session_required');
    const isRecent = person.confirmedAt.getTime() > Date.now() - recentProofMs;
    if (method !== 'GET' && !isRecent) throw new Forbidden('recent_sign_in_required');
    return person;
  }

  /**
   * Admits a call: sets its tenant, and adds the organization to its log context.
   * @throws Unauthorized without a valid key, session or token of the portal, whatever the call takes; Forbidden without
   * the permission for the call
   */
  async admit(request: ApiRequest, contract: Route): Promise<Tenant> {
    const tenant =
      contract.access === 'portal'
        ? await this.visitor(request, contract)
        : ((contract.access === 'source' ? await this.sourceOf(request) : null) ??
          (await this.permitted(request, contract)));
    request.tenant = tenant;
    const ambient = currentContext();
    if (ambient) {
      ambient.organizationId = tenant.organizationId;
      ambient.actor = actorOf(tenant, request.headers['user-agent']);
    }
    return tenant;
  }

  /** The customer that makes a call of the portal. @throws as `customerOf`; Forbidden for a call that its session lacks */
  private async visitor(request: ApiRequest, contract: Route): Promise<Tenant> {
    const tenant = await this.customerOf(request);
    const refusal = refusalInPortal(contract, tenant.customer);
    if (refusal !== null) throw new Forbidden(refusal);
    return tenant;
  }

  /** The caller of a call for keys and sessions. @throws as `admit` */
  private async permitted(request: ApiRequest, contract: Route): Promise<Tenant> {
    const { may, ...tenant } = await this.callerOf(request);
    const refused = refusedPart(contract, may);
    if (refused) throw new Forbidden(`${modeOf(request.method)}_action_not_allowed_for_${refused.permission}`);
    request.may = may;
    return tenant;
  }

  /**
   * Whether the key or the session of a call that goes on still has the rights that it needs.
   * @throws an error of the database, when that is not known now
   */
  async stillMay(
    request: Pick<ApiRequest, 'headers'>,
    tenant: Tenant,
    needed: (may: (route: Route) => boolean) => boolean,
  ): Promise<boolean> {
    try {
      const caller = await this.callerOf(request);
      const isSame = caller.organizationId === tenant.organizationId && holderOf(caller) === holderOf(tenant);
      return isSame && needed((route) => caller.may(route));
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
      throw error;
    }
  }

  /**
   * The calling person, for calls about itself.
   * @throws Unauthorized without a valid key or session; Forbidden for a key, or a cookie that another page may have sent
   */
  async personOf(request: Pick<ApiRequest, 'headers'>): Promise<SignedIn> {
    const key = this.credentialOf(request);
    const person = key !== null && isSessionToken(key) ? await this.sessions.signedInBy(key) : null;
    if (person) return person;
    if (key !== null && !isSessionToken(key) && (await this.apiKeys.holderOf(key)))
      throw new Forbidden('session_required');
    throw new Unauthorized();
  }

  /**
   * The credential of a call: that of `Authorization`, or else the session in the cookie of the console.
   * @throws Forbidden for a cookie without the header of the console, because browsers add cookies to any page's calls
   */
  private credentialOf({ headers }: Pick<ApiRequest, 'headers'>): string | null {
    if (headers.authorization !== undefined) return keyOfHeader(headers.authorization);
    const token = tokenOfCookies(headers.cookie, this.cookie);
    if (token === null || !isSessionToken(token)) return null;
    if (!isConsoleCall({ headers })) throw new Forbidden('csrf');
    return token;
  }

  private organizationIn({ headers }: Pick<ApiRequest, 'headers'>): string | string[] | undefined {
    return headers[isConsoleCall({ headers }) ? consoleOrganizationHeader : this.organizationHeader];
  }
}

/** How long the proof of a person's identity counts for changes of the installation, in milliseconds. */
const recentProofMs = 15 * 60_000;

/** The console names the organization alike in every installation. */
const consoleOrganizationHeader = 'x-svc-organization';

function ofKey({ organizationId, apiKeyId, permissions, refusesUnknownParameters }: KeyHolder): Caller {
  const may = (route: Route) => mayBeMadeWith(permissions, route);
  return { organizationId, apiKeyId, may, ...(refusesUnknownParameters ? { refusesUnknownParameters } : {}) };
}

/** Whether a key with these permissions may make a call; null for all. */
export const mayBeMadeWith = (permissions: KeyHolder['permissions'], { permission, method }: Route): boolean =>
  permissions === null || permissions[permission]?.includes(modeOf(method)) === true;

function ofPerson({ userId, email, sessionId, loginMethod }: SignedIn, membership: MembershipOfSession): Caller {
  const { organizationId, membershipId, permissions, isAdmin, entry } = membership;
  const member = {
    userId,
    email,
    sessionId,
    loginMethod,
    membershipId,
    permissions,
    isAdmin,
    ...(entry ? { entry } : {}),
  };
  return { organizationId, apiKeyId: null, member, may: (route) => mayBeMadeBy(member, route) };
}

/** A person with one organization need not name it. Other organizations appear not to exist. */
function membershipFor({ memberships }: SignedIn, header: string | string[] | undefined): MembershipOfSession {
  const requestedId = typeof header === 'string' && header !== '' ? header.toLowerCase() : null;
  if (requestedId === null && memberships.length > 1) throw new Forbidden('organization_required');
  const membership =
    requestedId === null
      ? memberships[0]
      : isId(requestedId)
        ? memberships.find(({ organizationId }) => organizationId === requestedId)
        : undefined;
  if (!membership || (membership.entry && membership.entry.expiresAt.getTime() <= Date.now()))
    throw new Forbidden('organization_not_found');
  if (!membership.loginMethodAuthorized) throw new Forbidden('login_method_not_authorized');
  return membership;
}

/** The error of a call that a session of the portal may not make (customers, sections 3.1 and 3.8); null without one. */
function refusalInPortal(
  { method, portalSection: section, readsOnly, managesPeople }: Route,
  caller: PortalCaller,
): string | null {
  if (section !== undefined && !caller.sections.includes(section)) return 'section_not_in_portal_session';
  if (managesPeople && !caller.managesPeople) return 'people_not_in_portal_session';
  const changes = method !== 'GET' && readsOnly !== true;
  return changes && !caller.mayChange ? 'role_may_not_change' : null;
}

/** The mode that a call requires of a key. */
export const modeOf = (method: string): 'read' | 'write' => (method === 'GET' ? 'read' : 'write');

/** The actor of a call's changes, for logs and messages. @param client its `User-Agent`, which may name an agent */
export function actorOf({ apiKeyId, member, customer }: Tenant, client?: string): Actor {
  if (member) return { source: 'front', api_key_id: null, user_id: member.userId, user_email: member.email };
  if (customer) {
    const { customerId, person } = customer;
    return {
      source: 'portal',
      api_key_id: null,
      user_id: null,
      user_email: person?.email ?? null,
      customer_id: customerId,
    };
  }
  const agent = agentOfClient(client);
  return { source: 'api', api_key_id: apiKeyId, user_id: null, user_email: null, ...(agent ? { agent } : {}) };
}

/** The actor of a change of the installation; null for the holder of the admin key. */
const actorOfOperator = (person: Person | null): Actor => ({
  source: person ? 'front' : 'api',
  api_key_id: null,
  user_id: person?.userId ?? null,
  user_email: person?.email ?? null,
});

/**
 * Asserts that a member may give a key these permissions: a member cannot give more than it has. Keys that give keys
 * are checked in `ApiKeysService`.
 * @param permissions null for all
 * @throws Forbidden
 */
export function assertMemberMayGive({ member }: Tenant, permissions: Record<string, unknown> | null | undefined): void {
  if (!member || member.isAdmin) return;
  const grantedRoutes = allRoutes.filter(({ permission, method }) => {
    const modes = permissions?.[permission];
    return !permissions || (Array.isArray(modes) && modes.includes(modeOf(method)));
  });
  if (!permissions || grantedRoutes.some((route) => !mayBeMadeBy(member, route)))
    throw new Forbidden('cannot_grant_permission');
}

/** Whether a member with these permissions may make a call. */
export function mayBeMadeBy(
  { isAdmin, permissions, entry }: Pick<NonNullable<Tenant['member']>, 'isAdmin' | 'permissions' | 'entry'>,
  route: Route,
): boolean {
  if (entry && !admitsTo(entry, route)) return false;
  const needed = memberPermissionOf(route);
  return isAdmin || (needed !== null && permissions.has(needed));
}
