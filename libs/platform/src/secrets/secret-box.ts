import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Config } from '../config/config.js';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const mark = 'sealed:1';

/** The place that a seal covers beside the secret. Values of releases before 0.3.0 do not cover the organization. */
type Form = 'row' | 'organization';

/** Identifies the key and the form of a sealed value without revealing anything about the key. */
const idOf = (key: Buffer, form: Form): string =>
  createHash('sha256')
    .update(form === 'row' ? key : `${form} ${key.toString('hex')}`)
    .digest('hex')
    .slice(0, 16);

/** Where a secret is stored. The seal covers it, so a sealed value cannot be moved to another row or organization. */
export interface SecretPlace {
  schema: string;
  table: string;
  column: string;
  id: string;
  /** The organization of the row; null for rows of none. */
  organizationId: string | null;
}

/**
 * Seals the secrets in the database (AES-256-GCM) under `ENCRYPTION_KEY`. It still opens values under
 * `ENCRYPTION_KEY_PREVIOUS`; the next start seals them again (`sealSecrets`).
 */
export class SecretBox {
  constructor(private readonly config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>) {}

  /** The prefixes of values sealed under the present key. */
  get presentPrefixes(): [string, string] {
    const prefixOf = (form: Form) => `${mark}:${idOf(this.config.encryptionKey, form)}:`;
    return [prefixOf('organization'), prefixOf('row')];
  }

  seal(secret: string, place: SecretPlace): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.config.encryptionKey, nonce).setAAD(bytesOf(place, 'organization'));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return (
      this.presentPrefixes[0] + [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join(':')
    );
  }

  /**
   * @param sealed the result of `seal`
   * @throws Error when the value is not sealed, the key is missing, the place differs, or the value was changed
   */
  open(sealed: string, place: SecretPlace): string {
    if (!isSealed(sealed)) throw new Error(`${place.schema}.${place.table} holds a value that is not sealed`);
    const [keyId, ...parts] = sealed.slice(mark.length + 1).split(':');
    const found = this.keys().find(([key, form]) => idOf(key, form) === keyId);
    if (!found)
      throw new Error(
        `${place.schema}.${place.table} was sealed under the key ${keyId}, which is neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS`,
      );
    const [nonce, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
    if (!nonce || !tag || !content)
      throw new Error(`${place.schema}.${place.table} holds a sealed value that is not whole`);
    const [key, form] = found;
    const decipher = createDecipheriv(algorithm, key, nonce).setAAD(bytesOf(place, form)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  }

  private keys(): [Buffer, Form][] {
    const { encryptionKey, previousEncryptionKey } = this.config;
    return [encryptionKey, previousEncryptionKey].flatMap((key): [Buffer, Form][] =>
      key === undefined
        ? []
        : [
            [key, 'organization'],
            [key, 'row'],
          ],
    );
  }
}

/** Whether a value is sealed, whatever its key; the first releases stored secrets as they are. */
export const isSealed = (value: string): boolean => value.startsWith(`${mark}:`);

const bytesOf = ({ schema, table, column, id, organizationId }: SecretPlace, form: Form) =>
  Buffer.from(`${schema}.${table}.${column}/${id}${form === 'row' ? '' : `/${organizationId ?? ''}`}`);
