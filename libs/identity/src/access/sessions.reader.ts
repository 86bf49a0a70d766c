import { Injectable } from '@nestjs/common';
import { sql, type Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { adminRole, type LoginMethod } from '@tollgate/contracts';
import { PlatformDatabase, type Person, type Transaction } from '@tollgate/platform';
import { tables, type SessionsTable } from '../identity.tables.js';
import { openEntries, permissionsOfEntry, type EntryRow } from './entry-rights.js';
import { isMethodAllowed } from './login-methods.rules.js';
import { isPredefined, permissionsOf, readOwnRoles } from './role-permissions.js';
import { hashToken } from './tokens.js';

/** A signed-in person, with the organizations that the session is valid for. */
export interface SignedIn extends Person {
  memberships: MembershipOfSession[];
  /** Whether the person operates the installation. */
  isOperator: boolean;
  /** When the person last proved its identity: at the sign-in or a confirmation. */
  confirmedAt: Date;
  /** Without a further call. */
  expiresAt: Date;
}

export interface MembershipOfSession {
  membershipId: string;
  organizationId: string;
  roles: string[];
  permissions: ReadonlySet<string>;
  isAdmin: boolean;
  /** Whether the organization allows this way of signing in. */
  loginMethodAuthorized: boolean;
  /** The stay of an operator who is no member; null for members. */
  entry: { mayChange: boolean; expiresAt: Date } | null;
}

/** A session of the console ends after this time without a call, in milliseconds (12 hours). */
export const longestIdleMs = 12 * 3_600_000;

/** The instant at which a session ends if no further call uses it. */
export function endOfSession({ is_console: isConsole, created_at, last_used_at, expires_at }: Lifetime): Date {
  const idleEnd = new Date((last_used_at ?? created_at).getTime() + longestIdleMs);
  return isConsole && idleEnd < expires_at ? idleEnd : expires_at;
}

type Lifetime = Pick<Selectable<SessionsTable>, 'is_console' | 'created_at' | 'last_used_at' | 'expires_at'>;

const cacheTtlMs = 5_000;
/** Most memberships of one person that a session covers. */
export const mostMemberships = 200;

/** Finds the session of a token. A cache of a few seconds delays the end of a session. */
@Injectable()
export class Sessions {
  private readonly cached = new LRUCache<string, SignedIn>({ max: 10_000, ttl: cacheTtlMs });

  constructor(private readonly database: PlatformDatabase) {}

  /** @returns null for a token that is unknown, or of a session that has ended */
  async signedInBy(token: string): Promise<SignedIn | null> {
    const hash = hashToken(token);
    const signedIn = this.cached.get(hash) ?? (await this.load(hash));
    return signedIn && signedIn.expiresAt.getTime() > Date.now() ? signedIn : null;
  }

  /** The same from the database, for calls that must know about a dismissal or a confirmation at once. */
  async freshlySignedInBy(token: string): Promise<SignedIn | null> {
    this.cached.delete(hashToken(token));
    return this.signedInBy(token);
  }

  /** Clears the cache of this process after sessions ended or permissions changed. */
  evictAll(): void {
    this.cached.clear();
  }

  private async load(hash: string): Promise<SignedIn | null> {
    const signedIn = await this.database.everyTenant((transaction) => readSignedIn(transaction, hash));
    if (signedIn) this.cached.set(hash, signedIn);
    return signedIn;
  }
}

/**
 * Whether the login of a row of `session` still holds: a password always does, a provider does while its connection is
 * current. The previous version stored no connection; then the connection must be older than the session.
 */
export const vouchedFor = sql<boolean>`(session.login_method <> 'open_id' or exists (
  select from identity.open_id_connections as connection
  where connection.organization_id = session.organization_id
    and coalesce(connection.id = session.connection_id, connection.created_at <= session.created_at)))`;

async function readSignedIn(transaction: Transaction, hash: string): Promise<SignedIn | null> {
  const row = await tables(transaction)
    .selectFrom('identity.sessions as session')
    .innerJoin('identity.users as person', 'person.id', 'session.user_id')
    .select(['session.id', 'session.user_id', 'session.login_method', 'session.organization_id', 'session.expires_at'])
    .select(['session.is_console', 'session.created_at', 'session.last_used_at', 'session.is_proved'])
    .select(vouchedFor.as('vouched_for'))
    .select(['person.email', 'person.is_operator', 'session.confirmed_at'])
    .where('session.token_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return null;
  const memberships = await readMemberships(transaction, row);
  const entries = row.is_operator ? await entriesOfSession(transaction, row.id) : [];
  return {
    sessionId: row.id,
    userId: row.user_id,
    email: row.email,
    loginMethod: row.login_method,
    memberships: [...memberships, ...entries.map(membershipByEntry)],
    isOperator: row.is_operator,
    confirmedAt: row.confirmed_at ?? row.created_at,
    expiresAt: endOfSession(row),
  };
}

interface Opened {
  user_id: string;
  login_method: LoginMethod;
  is_proved: boolean;
  /** The only organization that the session is valid for; null for all of the person's. */
  organization_id: string | null;
  vouched_for: boolean;
  created_at: Date;
}

async function readMemberships(transaction: Transaction, opened: Opened): Promise<MembershipOfSession[]> {
  const { user_id: userId, organization_id: only, is_proved: isProved } = opened;
  let query = tables(transaction)
    .selectFrom('identity.memberships as membership')
    .innerJoin('identity.organizations as organization', 'organization.id', 'membership.organization_id')
    .select(['membership.id', 'membership.organization_id', 'membership.roles', 'organization.login_methods'])
    .select(['organization.email_password_since', 'organization.open_id_since'])
    .where('membership.user_id', '=', userId)
    .where('membership.status', '=', 'active');
  if (only !== null) query = query.where('membership.organization_id', '=', only);
  // A password from before the proof of the address gives no access to what a provider vouched for.
  if (!isProved) query = query.where('membership.by_provider', '=', false);
  const rows = await query.orderBy('membership.created_at').orderBy('membership.id').limit(mostMemberships).execute();
  const withOwnRoles = rows.filter(({ roles }) => !roles.every(isPredefined));
  const ownRoles = await readOwnRoles(
    transaction,
    withOwnRoles.map((row) => row.organization_id),
  );
  return rows.map((row) => ({
    membershipId: row.id,
    organizationId: row.organization_id,
    roles: row.roles,
    permissions: permissionsOf(ownRoles, row.organization_id, row.roles),
    isAdmin: row.roles.includes(adminRole),
    loginMethodAuthorized: opened.vouched_for && isMethodAllowed(row, opened),
    entry: null,
  }));
}

/** The stays of the operator of a session. */
export const entriesOfSession = (transaction: Transaction, sessionId: string): Promise<EntryRow[]> =>
  openEntries(transaction, new Date()).where('entry.session_id', '=', sessionId).limit(mostMemberships).execute();

const membershipByEntry = (row: EntryRow): MembershipOfSession => ({
  membershipId: row.id,
  organizationId: row.organization_id,
  roles: [],
  permissions: permissionsOfEntry(row.may_change),
  isAdmin: false,
  loginMethodAuthorized: true,
  entry: { mayChange: row.may_change, expiresAt: row.expires_at },
});
