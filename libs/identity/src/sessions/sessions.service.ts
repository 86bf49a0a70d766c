import { Injectable } from '@nestjs/common';
import type { Session, SessionConfirmation, SessionCreate, SessionInDetail } from '@tollgate/contracts';
import {
  CommandBus,
  Forbidden,
  isId,
  newId,
  NotFound,
  Unauthorized,
  Unavailable,
  ValidationFailed,
  type Person,
  type Transaction,
} from '@tollgate/platform';
import { readOwnRoles } from '../access/role-permissions.js';
import { mostMemberships, Sessions } from '../access/sessions.reader.js';
import { hashToken, newSessionToken } from '../access/tokens.js';
import { accountOfUser, lockedAccount, type Account } from '../credentials/credentials.repository.js';
import { Proofs, wrongProof } from '../credentials/proofs.service.js';
import { Entries } from '../entries/entries.service.js';
import { IdentityDatabase } from '../identity.database.js';
import type { Origin } from './origin.js';
import { PersonalEvents } from './personal-events.js';
import { UnknownProxies } from './unknown-proxies.js';
import { presentSession, presentSessionInDetail, type Settings, type StoredSession } from './session.presenter.js';
import {
  confirmSession,
  deleteSession,
  enteredOf,
  findSession,
  insertSession,
  isVouchedFor,
  listSessions,
  membershipsOf,
  type SessionRow,
} from './sessions.repository.js';

const dayMs = 86_400_000;
const lifetimeMs = 7 * dayMs;

/** A new session with its token. */
export interface OpenedSession extends SessionInDetail {
  token: string;
}

/** The OpenID provider that vouches for a person, with its organization and connection. */
export interface VouchingProvider {
  organizationId: string;
  connectionId: string;
}

/** Signing in and out. Sessions follow the wall clock, even in sandbox organizations. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly proofs: Proofs,
    private readonly sessions: Sessions,
    private readonly entries: Entries,
    private readonly events: PersonalEvents,
    private readonly proxies: UnknownProxies,
    private readonly commands: CommandBus,
  ) {}

  /** @throws ValidationFailed, TooManyRequests */
  async signIn(input: SessionCreate, origin: Origin): Promise<OpenedSession> {
    this.proxies.notice(origin);
    const account = await this.proofs.take(input, origin, (person, isLocked) => {
      void this.events.record(person, isLocked ? 'user.locked' : 'user.sign_in_failed', origin);
    });
    const memberships = await this.database.everyTenant((transaction) =>
      membershipsOf(transaction, account.user.id, null),
    );
    if (memberships.length > 0 && !memberships.some((one) => one.login_methods.includes('email_password')))
      throw new ValidationFailed({ email_password: ['login_method_not_authorized'] });
    return this.open(account, null, origin);
  }

  /**
   * Opens a session for a person who has proved its identity.
   * @param provider the vouching provider, whose organization is the only one of the session; null for a password and
   * all of the person's
   * @throws ValidationFailed when the account's password has changed meanwhile
   */
  async open(account: Account, provider: VouchingProvider | null, origin: Origin): Promise<OpenedSession> {
    const token = newSessionToken();
    const now = new Date();
    const row: SessionRow = {
      id: newId(),
      user_id: account.user.id,
      token_hash: hashToken(token),
      login_method: provider ? 'open_id' : 'email_password',
      organization_id: provider?.organizationId ?? null,
      connection_id: provider?.connectionId ?? null,
      user_agent: origin.userAgent,
      ip_address: origin.ipAddress,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      is_proved: true,
      is_console: origin.isConsole === true,
      last_used_at: null,
      confirmed_at: null,
    };
    const { stored, isNewDevice } = await this.database.everyTenant(async (transaction) => {
      if (!provider) row.is_proved = await isProvedStill(transaction, account);
      const devices = await listSessions(transaction, account.user.id);
      await insertSession(transaction, row);
      return {
        stored: await readStored(transaction, row, account),
        isNewDevice: devices.length > 0 && !devices.some(({ user_agent: known }) => known === origin.userAgent),
      };
    });
    if (isNewDevice) await this.events.record(account.user, 'user.new_device_logged_in', origin);
    return { ...(await this.present(stored)), token };
  }

  async read({ userId, sessionId }: Person): Promise<SessionInDetail> {
    const stored = await this.database.everyTenant(async (transaction) => {
      const row = await findSession(transaction, userId, sessionId);
      const account = await accountOfUser(transaction, userId);
      if (!row || !account) throw new Unauthorized();
      return readStored(transaction, row, account);
    });
    return this.present(stored);
  }

  private async present(stored: StoredSession): Promise<SessionInDetail> {
    const ids = [
      ...stored.memberships.map((membership) => membership.organization_id),
      ...stored.entered.map(({ organization }) => organization.id),
    ].slice(0, mostMemberships);
    return presentSessionInDetail(stored, ids.length === 0 ? new Map() : await this.settingsOf(ids));
  }

  /** The settings of organizations; none while their owner is unavailable, so that people can sign in. */
  private async settingsOf(organizationIds: string[]): Promise<Settings> {
    const request = { organization_ids: organizationIds };
    const { organizations } = await this.commands
      .send('catalog', 'billing_entity.read_settings', request)
      .catch((error: unknown) => {
        if (error instanceof Unavailable) return { organizations: [] };
        throw error;
      });
    return new Map(organizations.map((settings) => [settings.organization_id, settings]));
  }

  /**
   * Confirms that the person of a session is present: calls that need a recent sign-in are answered for a while.
   * @throws Forbidden for a session of a provider; ValidationFailed, TooManyRequests
   */
  async confirm(person: Person, proof: SessionConfirmation, origin: Origin): Promise<Session> {
    if (person.loginMethod !== 'email_password') throw new Forbidden('password_session_required');
    await this.proofs.take({ ...proof, email: person.email }, origin, (known, isLocked) => {
      void this.events.record(known, isLocked ? 'user.locked' : 'user.sign_in_failed', origin);
    });
    const row = await this.database.everyTenant((transaction) =>
      confirmSession(transaction, person.sessionId, new Date()),
    );
    if (!row) throw new Unauthorized();
    this.sessions.evictAll();
    return presentSession(row, person.sessionId);
  }

  async list(person: Person): Promise<Session[]> {
    const rows = await this.database.everyTenant((transaction) => listSessions(transaction, person.userId));
    return rows.filter(({ id }) => mayEnd(person, id)).map((row) => presentSession(row, person.sessionId));
  }

  /** Ends a session of the person; other processes follow within seconds. @throws NotFound */
  async end(person: Person, id: string): Promise<Session> {
    const row =
      isId(id) && mayEnd(person, id)
        ? await this.database.everyTenant((transaction) => deleteSession(transaction, person.userId, id))
        : undefined;
    if (!row) throw new NotFound('session');
    await this.entries.endAll({ sessionId: row.id }, person);
    this.sessions.evictAll();
    return presentSession(row, person.sessionId);
  }
}

/**
 * A concurrent request may have replaced the password while it was verified, and ended its sessions.
 * @returns whether the holder of the password has proved to read mails of its address @throws ValidationFailed
 */
async function isProvedStill(transaction: Transaction, { user, credentials }: Account): Promise<boolean> {
  const now = await lockedAccount(transaction, user.id);
  if (!now?.credentials || now.credentials.password_hash !== credentials?.password_hash) throw wrongProof();
  return now.credentials.proved_at !== null;
}

/** A session of a provider cannot end the person's other sessions. */
const mayEnd = ({ loginMethod, sessionId }: Person, id: string): boolean =>
  loginMethod === 'email_password' || id.toLowerCase() === sessionId;

async function readStored(transaction: Transaction, row: SessionRow, account: Account): Promise<StoredSession> {
  const all = await membershipsOf(transaction, row.user_id, row.organization_id);
  const memberships = all.filter((membership) => row.is_proved || !membership.by_provider);
  const ownRoles = await readOwnRoles(
    transaction,
    memberships.map((membership) => membership.organization_id),
  );
  const entered = account.user.is_operator ? await enteredOf(transaction, row.id) : [];
  return { row, account, memberships, entered, ownRoles, vouched: await isVouchedFor(transaction, row.id) };
}
