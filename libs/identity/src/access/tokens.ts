import { hash, randomBytes } from 'node:crypto';

/** What the tokens of sessions begin with; keys of the interface begin otherwise. */
const sessionMark = 'tgs_';

/** A new session's token: 256 random bits. Only its hash is stored. */
export const newSessionToken = (): string => `${sessionMark}${randomBytes(32).toString('base64url')}`;

/** Whether what a call carries is meant to be a session's token. */
export const isSessionToken = (value: string): boolean => value.startsWith(sessionMark);

/** A token for an address: 40 hexadecimal characters (customers, section 14). */
export const newAddressToken = (): string => randomBytes(20).toString('hex');

/** SHA-256 in hexadecimal; enough for values that are random over 160 bits and more. */
export const hashToken = (value: string): string => hash('sha256', value, 'hex');
