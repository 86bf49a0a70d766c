import { hkdfSync } from 'node:crypto';
import { compactVerify, errors, SignJWT } from 'jose';
import type { Config } from '../config/config.js';
import type { Instant } from '../time/clock.js';

const algorithm = 'HS256';

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
  constructor(
    private readonly config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
    private readonly purpose: string,
  ) {}

  /** Creates a new token on every call. */
  async sign({ subject, organizationId, sessionId, expiresAt }: TokenClaims, at: Instant): Promise<string> {
    return new SignJWT({ org: organizationId, ...(sessionId === undefined ? {} : { sid: sessionId }) })
      .setProtectedHeader({ alg: algorithm })
      .setSubject(subject)
      .setIssuedAt(Math.floor(at / 1000))
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .setJti(crypto.randomUUID())
      .sign(this.keyOf(this.config.encryptionKey));
  }

  /**
   * Reads the claims of a token with a valid signature, expired or not: the caller checks the expiry by the
   * organization's clock. Null for any other token.
   */
  async read(token: string): Promise<TokenClaims | null> {
    const { encryptionKey, previousEncryptionKey } = this.config;
    for (const key of [encryptionKey, previousEncryptionKey]) {
      const payload = key && (await verified(token, this.keyOf(key)));
      if (payload) return claimsOf(payload);
    }
    return null;
  }

  private keyOf(key: Buffer): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', key, '', this.purpose, 32));
  }
}

async function verified(token: string, key: Uint8Array): Promise<Uint8Array | null> {
  try {
    return (await compactVerify(token, key, { algorithms: [algorithm] })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

interface Payload {
  sub: string;
  org: string;
  exp: number;
  sid?: string;
}

/** Reads only verified payloads of this class, so the shape is known. */
function claimsOf(payload: Uint8Array): TokenClaims {
  const { sub, org, exp, sid } = JSON.parse(new TextDecoder().decode(payload)) as Payload;
  return { subject: sub, organizationId: org, expiresAt: exp * 1000, ...(sid === undefined ? {} : { sessionId: sid }) };
}
