import { Injectable, type OnModuleInit } from '@nestjs/common';
import { normalizeEmail, type PasswordResetCreate, type PasswordResetFinish } from '@tollgate/contracts';
import { Config, ValidationFailed, type MailPage } from '@tollgate/platform';
import { Sessions } from '../access/sessions.reader.js';
import { hashToken, newAddressToken } from '../access/tokens.js';
import { Attempts } from '../credentials/attempts.js';
import { limits } from '../credentials/attempts.rules.js';
import {
  accountOfEmail,
  clearTwoFactor,
  endSessions,
  lockedAccount,
  proveAddress,
  setPassword,
} from '../credentials/credentials.repository.js';
import { KnownDevices } from '../credentials/known-devices.js';
import type { ProofOrigin } from '../credentials/proofs.service.js';
import { newPasswordErrors } from '../credentials/new-passwords.js';
import { Passwords } from '../credentials/passwords.js';
import { IdentityDatabase } from '../identity.database.js';
import { tables } from '../identity.tables.js';
import { PersonalEvents } from '../sessions/personal-events.js';
import { Mails } from '../mails/mails.js';
import { resetPage } from './reset-page.js';

const minuteMs = 60_000;
const lifetimeMinutes = 60;
/** The kind of mail that this service writes. */
const kind = 'password_reset';

/** Sets a new password with the token of a mail. */
@Injectable()
export class PasswordResets implements OnModuleInit {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly events: PersonalEvents,
    private readonly mails: Mails,
    private readonly config: Config,
    private readonly devices: KnownDevices,
  ) {}

  onModuleInit(): void {
    this.mails.register(kind, (email, locale) => this.write(email, locale));
  }

  /**
   * Queues a mail to a person. The lookup of the person happens later, so neither the answer nor its time reveals
   * whether the person exists.
   * @throws TooManyRequests
   */
  async begin(
    { email: rawEmail, locale = null }: PasswordResetCreate,
    { ipAddress, cookies }: ProofOrigin,
  ): Promise<void> {
    const email = normalizeEmail(rawEmail);
    // Strangers cannot use up the mails of a person at a device from which it signed in.
    const device = this.devices.of(email, cookies);
    await this.attempts.take(
      device === null
        ? [
            { limit: limits.mail, subject: email },
            { limit: limits.person, subject: `mail to ${email}`, from: ipAddress },
            { limit: limits.reset, subject: ipAddress },
          ]
        : [{ limit: limits.mail, subject: email, from: device }],
    );
    await this.database.everyTenant((transaction) => this.mails.put(transaction, null, { kind, to: email, locale }));
  }

  /**
   * Sets the password and ends every session of the person. @throws ValidationFailed for a token that is unknown, used
   * or outdated; TooManyRequests
   */
  async finish({ token, password }: PasswordResetFinish, ipAddress: string): Promise<void> {
    await this.attempts.take([{ limit: limits.reset, subject: ipAddress }]);
    const hash = await this.passwords.hash(password);
    const now = new Date();
    const person = await this.database.everyTenant(async (transaction) => {
      const reset = await tables(transaction)
        .deleteFrom('identity.password_resets')
        .where('token_hash', '=', hashToken(token))
        .where('expires_at', '>', now)
        .returning('user_id')
        .executeTakeFirst();
      const account = reset ? await lockedAccount(transaction, reset.user_id) : null;
      if (!account) throw new ValidationFailed({ token: ['value_is_invalid'] });
      const { user, credentials } = account;
      // After an error the token stays valid, as the rollback restores it.
      const errors = newPasswordErrors(password, user.email);
      if (errors.length > 0) throw new ValidationFailed({ password: errors });
      await setPassword(transaction, user.id, hash, { now, isProved: true });
      await endSessions(transaction, user.id, null);
      // The password was unproved until now: its holder must not lock out the reader of the mail.
      if (credentials?.proved_at === null) await clearTwoFactor(transaction, user.id);
      await proveAddress(transaction, user.id, now);
      return user;
    });
    this.sessions.evictAll();
    await this.events.record(person, 'user.password_edited', null);
    await this.attempts.unlock(person.email);
    await this.attempts.giveBack(limits.reset, ipAddress);
  }

  /**
   * Creates the token, which does not exist before the mail is sent, and writes the mail. @returns null for an unknown
   * person
   */
  private async write(email: string, locale: string | null): Promise<MailPage | null> {
    const token = newAddressToken();
    const now = new Date();
    const row = {
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMinutes * minuteMs),
    };
    const person = await this.database.everyTenant(async (transaction) => {
      const account = await accountOfEmail(transaction, email);
      if (!account) return null;
      // Only the latest mail is valid.
      await tables(transaction)
        .insertInto('identity.password_resets')
        .values({ ...row, user_id: account.user.id })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return account.user;
    });
    if (!person) return null;
    await this.events.record(person, 'user.password_reset_requested', null);
    return resetPage(`${this.config.publicUrl}/reset-password/${token}`, lifetimeMinutes, locale);
  }
}
