import type { Config } from '../config/config.js';
import type { Instant } from '../time/clock.js';
import { SignedPayloads } from './signed-payloads.js';

/** The claims of a token. */
export interface TokenClaims {
  /** The subject's id. */
  subject: string;
  organizationId: string;
  /** The stored session that the token belongs to; absent for a token that nothing revokes. */
  sessionId?: string;
  /** Unix ms, of the organization's clock. */
  expiresAt: Instant;
}

/**
 * Stateless tokens, signed (JWT) under a key derived from `ENCRYPTION_KEY` for each purpose. Tokens under
 * `ENCRYPTION_KEY_PREVIOUS` stay valid until they expire.
 */
export class SignedTokens {
  private readonly payloads: SignedPayloads;

  constructor(config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>, purpose: string) {
    this.payloads = new SignedPayloads(config, purpose);
  }

  /** Creates a new token on every call. */
  async sign({ subject, organizationId, sessionId, expiresAt }: TokenClaims, at: Instant): Promise<string> {
    return this.payloads.sign({
      org: organizationId,
      ...(sessionId === undefined ? {} : { sid: sessionId }),
      sub: subject,
      iat: Math.floor(at / 1000),
      exp: Math.floor(expiresAt / 1000),
      jti: crypto.randomUUID(),
    });
  }

  /**
   * Reads the claims of a token with a valid signature, expired or not: the caller checks the expiry by the
   * organization's clock. Null for any other token.
   */
  async read(token: string): Promise<TokenClaims | null> {
    const payload = await this.payloads.read(token);
    return payload && claimsOf(payload as unknown as Payload);
  }
}

interface Payload {
  sub: string;
  org: string;
  exp: number;
  sid?: string;
}

/** Reads only verified payloads of this class, so the shape is known. */
function claimsOf({ sub, org, exp, sid }: Payload): TokenClaims {
  return { subject: sub, organizationId: org, expiresAt: exp * 1000, ...(sid === undefined ? {} : { sessionId: sid }) };
}
