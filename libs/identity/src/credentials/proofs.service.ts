import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { Attempts } from './attempts.js';
import { proofTries } from './attempts.rules.js';
import { accountOfEmail, type Account, type UserRow } from './credentials.repository.js';
import { KnownDevices } from './known-devices.js';
import { Passwords } from './passwords.js';
import { TwoFactor, type SecondProof } from './two-factor.js';

/** The proof of identity that a person presents. */
export interface Proof extends SecondProof {
  email: string;
  password: string;
}

/** Where a proof comes from. */
export interface ProofOrigin {
  ipAddress: string;
  /** The header with the cookies of the call. */
  cookies?: string | undefined;
}

/** Receives failed proofs. Callers must not await it: the time of an answer would reveal who exists. */
export type FailureListener = (person: UserRow, isLocked: boolean) => void;

/** The answer to a wrong password and to an unknown address. */
export const wrongProof = () => new ValidationFailed({ base: ['incorrect_login_or_password'] });

/** Verifies that people are who they claim to be. */
@Injectable()
export class Proofs {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly twoFactor: TwoFactor,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Verifies a password, and a second proof if the person has set one up. Answer and time are the same for a wrong
   * password and for an unknown address.
   * @param origin the caller's address and cookies
   * @param onFailure receives the person and whether the account is locked from now on; not called for unknown people
   * @throws ValidationFailed; TooManyRequests while the account or the address is locked
   */
  async take(proof: Proof, { ipAddress, cookies }: ProofOrigin, onFailure?: FailureListener): Promise<Account> {
    const email = normalizeEmail(proof.email);
    const device = this.devices.of(email, cookies);
    const isLast = await this.attempts.take(proofTries(email, ipAddress, device));
    const account = await this.database.everyTenant((transaction) => accountOfEmail(transaction, email));
    const credentials = account?.credentials ?? null;
    const matches = await this.passwords.matches(proof.password, credentials?.password_hash ?? null);
    if (!matches || !account || !credentials) {
      if (account) onFailure?.(account.user, isLast);
      throw wrongProof();
    }
    if (credentials.totp_confirmed_at !== null) {
      if (!proof.otp_code && !proof.recovery_code) throw new ValidationFailed({ otp_code: ['value_is_mandatory'] });
      const right = await this.database.everyTenant((transaction) =>
        this.twoFactor.takeProof(transaction, credentials, email, proof),
      );
      if (!right) {
        onFailure?.(account.user, isLast);
        throw new ValidationFailed({ [proof.otp_code ? 'otp_code' : 'recovery_code']: ['value_is_invalid'] });
      }
    }
    await this.attempts.proved(email, ipAddress, device);
    return account;
  }
}
