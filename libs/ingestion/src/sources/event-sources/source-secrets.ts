import { hash, randomBytes } from 'node:crypto';
import { sourceSecretMark } from '@tollgate/contracts';

/** A new secret: 256 random bits. Only its hash is stored. */
export const newSourceSecret = (): string => `${sourceSecretMark}${randomBytes(32).toString('base64url')}`;

/** SHA-256 in hexadecimal; sufficient for values of 256 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** The part of a secret that answers show after its creation. */
export const endOf = (secret: string): string => secret.slice(-4);
