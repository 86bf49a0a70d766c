import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Secret } from 'otpauth';
import { SecretBox, type SecretPlace, type Transaction } from '@tollgate/platform';
import { hashToken } from '../access/tokens.js';
import { tables } from '../identity.tables.js';
import type { CredentialsRow } from './credentials.repository.js';
import { authenticator, shownCode, stepOfCode, normalizeCode } from './two-factor.rules.js';

const secretBytes = 20;
const recoveryCodeCount = 10;
/** 112 bits: enough for a plain hash. */
const recoveryCodeBytes = 14;

const placeOf = (userId: string): SecretPlace => ({
  schema: 'identity',
  table: 'credentials',
  column: 'totp_secret',
  id: userId,
  organizationId: null,
});

/** The second factor that a person presents. */
export interface SecondProof {
  otp_code?: string | null | undefined;
  recovery_code?: string | null | undefined;
}

/** Time-based one-time codes (RFC 6238) and recovery codes. */
@Injectable()
export class TwoFactor {
  constructor(private readonly secrets: SecretBox) {}

  /** Stores a new secret; it takes effect once it is confirmed. @returns the setup data for an authenticator */
  async begin(
    transaction: Transaction,
    userId: string,
    email: string,
  ): Promise<{ secret: string; otpauth_url: string }> {
    const secret = new Secret({ size: secretBytes }).base32;
    await tables(transaction)
      .updateTable('identity.credentials')
      .set({ totp_secret: this.secrets.seal(secret, placeOf(userId)), totp_confirmed_at: null, totp_last_step: 0n })
      .where('id', '=', userId)
      .execute();
    return { secret, otpauth_url: authenticator(secret, email).toString() };
  }

  /**
   * Consumes a code of the authenticator: each code works once, and older codes never work after it.
   * @returns whether the code is right
   */
  async takeCode(transaction: Transaction, credentials: CredentialsRow, email: string, code: string): Promise<boolean> {
    if (credentials.totp_secret === null) return false;
    const secret = this.secrets.open(credentials.totp_secret, placeOf(credentials.id));
    const step = stepOfCode(authenticator(secret, email), code, Date.now());
    if (step === null) return false;
    const { numUpdatedRows: count } = await tables(transaction)
      .updateTable('identity.credentials')
      .set({ totp_last_step: step })
      .where('id', '=', credentials.id)
      .where('totp_last_step', '<', step)
      .where('totp_secret', '=', credentials.totp_secret)
      .executeTakeFirstOrThrow();
    return count === 1n;
  }

  /** Consumes a second proof of either kind. @returns whether it is right */
  async takeProof(
    transaction: Transaction,
    credentials: CredentialsRow,
    email: string,
    proof: SecondProof,
  ): Promise<boolean> {
    if (proof.otp_code) return this.takeCode(transaction, credentials, email, proof.otp_code);
    if (!proof.recovery_code) return false;
    const { numDeletedRows: count } = await tables(transaction)
      .deleteFrom('identity.recovery_codes')
      .where('user_id', '=', credentials.id)
      .where('code_hash', '=', hashToken(normalizeCode(proof.recovery_code)))
      .executeTakeFirstOrThrow();
    return count === 1n;
  }

  /** Activates the authenticator. @returns new recovery codes, shown only this once */
  async confirm(transaction: Transaction, userId: string, now: Date): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => randomBytes(recoveryCodeBytes).toString('hex'));
    await tables(transaction)
      .updateTable('identity.credentials')
      .set({ totp_confirmed_at: now })
      .where('id', '=', userId)
      .execute();
    await tables(transaction).deleteFrom('identity.recovery_codes').where('user_id', '=', userId).execute();
    await sql`
      insert into identity.recovery_codes (user_id, code_hash)
      select ${userId}::uuid, unnest(${codes.map(hashToken)}::text[])`.execute(transaction);
    return codes.map(shownCode);
  }
}
