import { hash, randomBytes } from 'node:crypto';
import { sourceSecretMark } from '@tollgate/contracts';

/** The prefix of session tokens; API keys have another one. */
const sessionMark = 'tgs_';

/** A new session's token: 256 random bits. Only its hash is stored. */
export const newSessionToken = (): string => `${sessionMark}${randomBytes(32).toString('base64url')}`;

/** Whether a call's credential is meant as a session token. */
export const isSessionToken = (value: string): boolean => value.startsWith(sessionMark);

/** Whether a call's credential is meant as the secret of an event source. */
export const isSourceSecret = (value: string): boolean => value.startsWith(sourceSecretMark);

const longestPortalToken = 1_024;

/** Whether a call's credential may be the token of a portal address: a signed one (JWT, RFC 7519). */
export const isPortalToken = (value: string): boolean =>
  value.length <= longestPortalToken && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);

/** A token for an address: 40 hexadecimal characters (customers, section 14). */
export const newAddressToken = (): string => randomBytes(20).toString('hex');

/** SHA-256 in hexadecimal; sufficient for values of at least 160 random bits. */
export const hashToken = (value: string): string => hash('sha256', value, 'hex');
