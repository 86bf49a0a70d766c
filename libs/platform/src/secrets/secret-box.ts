import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const mark = 'sealed:1';

/** Identifies the key of a sealed value without revealing anything about the key. */
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** Where a secret is stored. The seal covers it, so a sealed value cannot be moved to another row. */
export interface SecretPlace {
  schema: string;
  table: string;
  column: string;
  id: string;
}

/**
 * Seals the secrets in the database (AES-256-GCM) under `ENCRYPTION_KEY`. It still opens values under
 * `ENCRYPTION_KEY_PREVIOUS`; the next start seals them again (`sealSecrets`).
 */
export class SecretBox {
  constructor(private readonly config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>) {}

  /** The prefix of values sealed under the present key. */
  get presentPrefix(): string {
    return `${mark}:${idOf(this.config.encryptionKey)}:`;
  }

  seal(secret: string, place: SecretPlace): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.config.encryptionKey, nonce).setAAD(placeBytes(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return (
      this.presentPrefix + [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join(':')
    );
  }

  /**
   * @param sealed the result of `seal`; returns an unsealed value of an older version unchanged
   * @throws Error when the key is missing, the place differs, or the value was changed
   */
  open(sealed: string, place: SecretPlace): string {
    if (!sealed.startsWith(`${mark}:`)) return sealed;
    const [keyId, ...parts] = sealed.slice(mark.length + 1).split(':');
    const { encryptionKey, previousEncryptionKey } = this.config;
    const key = [encryptionKey, previousEncryptionKey].find(
      (candidate) => candidate !== undefined && idOf(candidate) === keyId,
    );
    if (!key)
      throw new Error(
        `${place.schema}.${place.table} was sealed under the key ${keyId}, which is neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS`,
      );
    const [nonce, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (!nonce || !tag || !content)
      throw new Error(`${place.schema}.${place.table} holds a sealed value that is not whole`);
    const decipher = createDecipheriv(algorithm, key, nonce).setAAD(placeBytes(place)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  }
}

const placeBytes = ({ schema, table, column, id }: SecretPlace) => Buffer.from(`${schema}.${table}.${column}/${id}`);
