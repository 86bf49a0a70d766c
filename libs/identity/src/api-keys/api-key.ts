import { hash, randomBytes } from 'node:crypto';

/** A new key's value: 256 random bits. Only its hash is stored. */
export const newApiKeyValue = (): string => `tg_${randomBytes(32).toString('base64url')}`;

/** SHA-256 in hexadecimal; sufficient for values of 256 random bits. */
export const hashApiKey = (value: string): string => hash('sha256', value, 'hex');

/** The key of an `Authorization` header, `Bearer <key>` (RFC 6750); null for any other scheme, as in the reference. */
export const keyOfHeader = (header: string | undefined): string | null =>
  /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
