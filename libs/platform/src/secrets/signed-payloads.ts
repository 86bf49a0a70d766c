import { hkdfSync } from 'node:crypto';
import { compactVerify, errors, SignJWT, type JWTPayload } from 'jose';
import type { Config } from '../config/config.js';

const algorithm = 'HS256';

/**
 * Signs data that comes back from outside (JWT) under a key derived from `ENCRYPTION_KEY` for each purpose. Data under
 * `ENCRYPTION_KEY_PREVIOUS` stays valid.
 */
export class SignedPayloads {
  constructor(
    private readonly config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
    private readonly purpose: string,
  ) {}

  /** Signs claims; everyone who has the token can read them. */
  async sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: algorithm }).sign(this.keyOf(this.config.encryptionKey));
  }

  /** Reads the claims of a token with a valid signature, whatever its expiry; null for any other token. */
  async read(token: string): Promise<JWTPayload | null> {
    const { encryptionKey, previousEncryptionKey } = this.config;
    for (const key of [encryptionKey, previousEncryptionKey]) {
      const payload = key && (await verified(token, this.keyOf(key)));
      if (payload) return JSON.parse(new TextDecoder().decode(payload)) as JWTPayload;
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
