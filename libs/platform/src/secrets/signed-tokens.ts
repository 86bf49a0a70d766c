import { hkdfSync } from 'node:crypto';
import { compactVerify, errors, SignJWT } from 'jose';
import type { Config } from '../config/config.js';
import type { Instant } from '../time/clock.js';

const algorithm = 'HS256';

/** What a token says. */
export interface TokenClaims {
  /** Whom it is about. */
  subject: string;
  organizationId: string;
  /** Unix ms, of the organization's clock. */
  expiresAt: Instant;
}

/**
 * Tokens that nobody keeps: signed (JWT) under a key that follows from `ENCRYPTION_KEY`, another one for each purpose. What
 * was signed under `ENCRYPTION_KEY_PREVIOUS` stays good until it expires.
 */
export class SignedTokens {
  constructor(
    private readonly config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
    private readonly purpose: string,
  ) {}

  /** A new token each time. */
  async sign({ subject, organizationId, expiresAt }: TokenClaims, at: Instant): Promise<string> {
    return new SignJWT({ org: organizationId })
      .setProtectedHeader({ alg: algorithm })
      .setSubject(subject)
      .setIssuedAt(Math.floor(at / 1000))
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .setJti(crypto.randomUUID())
      .sign(this.keyOf(this.config.encryptionKey));
  }

  /** What a token says whose signature is ours, expired or not: its organization's clock tells that. Null for any other. */
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

/** Only what this class signed is read: its shape is known. */
function claimsOf(payload: Uint8Array): TokenClaims {
  const { sub, org, exp } = JSON.parse(new TextDecoder().decode(payload)) as { sub: string; org: string; exp: number };
  return { subject: sub, organizationId: org, expiresAt: exp * 1000 };
}
