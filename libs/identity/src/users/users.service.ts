import { Injectable } from '@nestjs/common';
import type {
  NewTwoFactor,
  PasswordChange,
  TwoFactorRemove,
  TwoFactorStart,
  User,
  UserUpdate,
} from '@tollgate/contracts';
import {
  Forbidden,
  NotAllowed,
  Unauthorized,
  ValidationFailed,
  type Person,
  type Transaction,
} from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { Attempts } from '../credentials/attempts.js';
import { proofTries } from '../credentials/attempts.rules.js';
import {
  accountOfUser,
  clearTwoFactor,
  endSessions,
  lockedAccount,
  setPassword,
  type Account,
  type CredentialsRow,
} from '../credentials/credentials.repository.js';
import { newPasswordErrors } from '../credentials/new-passwords.js';
import { KnownDevices } from '../credentials/known-devices.js';
import { Passwords } from '../credentials/passwords.js';
import { Proofs } from '../credentials/proofs.service.js';
import { TwoFactor } from '../credentials/two-factor.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import type { Origin } from '../sessions/origin.js';
import { PersonalEvents } from '../sessions/personal-events.js';
import { presentUser } from '../sessions/session.presenter.js';

/** A person's own account. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly proofs: Proofs,
    private readonly passwords: Passwords,
    private readonly attempts: Attempts,
    private readonly twoFactor: TwoFactor,
    private readonly devices: KnownDevices,
    private readonly sessions: Sessions,
    private readonly events: PersonalEvents,
  ) {}

  async read({ userId }: Person): Promise<User> {
    return presentUser(
      existingAccount(await this.database.everyTenant((transaction) => accountOfUser(transaction, userId))),
    );
  }

  async update(person: Person, { name }: UserUpdate): Promise<User> {
    assertOwnProof(person);
    return this.changing(person, async (transaction, account) => {
      if (name === undefined) return presentUser(account);
      await tables(transaction).updateTable('identity.users').set({ name }).where('id', '=', person.userId).execute();
      return presentUser({ ...account, user: { ...account.user, name } });
    });
  }

  /** Ends every other session of the person. @throws ValidationFailed, TooManyRequests */
  async changePassword(person: Person, input: PasswordChange, origin: Origin): Promise<User> {
    assertOwnProof(person);
    await this.checkPassword(person, input.current_password, 'current_password', origin);
    const errors = newPasswordErrors(input.password, person.email);
    if (errors.length > 0) throw new ValidationFailed({ password: errors });
    const hash = await this.passwords.hash(input.password);
    const user = await this.changing(person, async (transaction, account) => {
      await setPassword(transaction, person.userId, hash, { now: new Date(), isProved: false });
      await endSessions(transaction, person.userId, person.sessionId);
      return presentUser(account);
    });
    this.sessions.evictAll();
    await this.events.record({ id: person.userId, email: person.email }, 'user.password_edited', origin);
    return user;
  }

  /** @throws NotAllowed when an authenticator is active; ValidationFailed, TooManyRequests */
  async startTwoFactor(person: Person, { password }: TwoFactorStart, origin: Origin): Promise<NewTwoFactor> {
    assertOwnProof(person);
    await this.checkPassword(person, password, 'password', origin);
    return this.changing(person, async (transaction, { credentials }) => {
      if (withPassword(credentials).totp_confirmed_at !== null) throw new NotAllowed('two_factor_already_enabled');
      return this.twoFactor.begin(transaction, person.userId, person.email);
    });
  }

  /** @returns recovery codes, shown only this once. @throws NotAllowed, ValidationFailed, TooManyRequests */
  async confirmTwoFactor(person: Person, code: string, origin: Origin): Promise<string[]> {
    assertOwnProof(person);
    const { ipAddress, device } = this.deviceOf(person, origin);
    await this.attempts.take(proofTries(person.email, ipAddress, device));
    const codes = await this.changing(person, async (transaction, { credentials }) => {
      const passwordCredentials = withPassword(credentials);
      if (passwordCredentials.totp_confirmed_at !== null) throw new NotAllowed('two_factor_already_enabled');
      if (passwordCredentials.totp_secret === null) throw new NotAllowed('two_factor_not_started');
      if (!(await this.twoFactor.takeCode(transaction, passwordCredentials, person.email, code)))
        throw new ValidationFailed({ otp_code: ['value_is_invalid'] });
      return this.twoFactor.confirm(transaction, person.userId, new Date());
    });
    await this.attempts.proved(person.email, ipAddress, device);
    await this.events.record({ id: person.userId, email: person.email }, 'user.two_factor_enabled', origin);
    return codes;
  }

  /** @throws NotAllowed without an authenticator; ValidationFailed, TooManyRequests */
  async removeTwoFactor(person: Person, proof: TwoFactorRemove, origin: Origin): Promise<User> {
    assertOwnProof(person);
    await this.proofs.take({ ...proof, email: person.email }, origin);
    const user = await this.changing(person, async (transaction, { user, credentials }) => {
      const passwordCredentials = withPassword(credentials);
      if (passwordCredentials.totp_confirmed_at === null) throw new NotAllowed('two_factor_not_enabled');
      await clearTwoFactor(transaction, person.userId);
      return presentUser({ user, credentials: { ...passwordCredentials, totp_secret: null, totp_confirmed_at: null } });
    });
    await this.events.record({ id: person.userId, email: person.email }, 'user.two_factor_disabled', origin);
    return user;
  }

  /** Verifies that the person is present: a session alone must not change credentials. */
  private async checkPassword(person: Person, password: string, field: string, origin: Origin): Promise<void> {
    const { ipAddress, device } = this.deviceOf(person, origin);
    await this.attempts.take(proofTries(person.email, ipAddress, device));
    const account = await this.database.everyTenant((transaction) => accountOfUser(transaction, person.userId));
    const matches = await this.passwords.matches(password, account?.credentials?.password_hash ?? null);
    if (!matches) throw new ValidationFailed({ [field]: ['incorrect_password'] });
    await this.attempts.proved(person.email, ipAddress, device);
  }

  private deviceOf({ email }: Person, { ipAddress, cookies }: Origin) {
    return { ipAddress, device: this.devices.of(email, cookies) };
  }

  private async changing<T>(
    { userId }: Person,
    work: (transaction: Transaction, account: Account) => Promise<T>,
  ): Promise<T> {
    return this.database.everyTenant(async (transaction) =>
      work(transaction, existingAccount(await lockedAccount(transaction, userId))),
    );
  }
}

/** A session of an organization's provider must not change anything valid in other organizations. */
function assertOwnProof({ loginMethod }: Person): void {
  if (loginMethod !== 'email_password') throw new Forbidden('password_session_required');
}

function existingAccount(account: Account | null): Account {
  if (!account) throw new Unauthorized();
  return account;
}

function withPassword(credentials: CredentialsRow | null): CredentialsRow {
  if (!credentials) throw new NotAllowed('password_not_set');
  return credentials;
}
