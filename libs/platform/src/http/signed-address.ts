import { createHmac } from 'node:crypto';
import { sameSecret } from './same-secret.js';

/** Where a file is, and the key of its own that its address is signed with. */
export interface FileAddress {
  address: string;
  key: string;
}

const dayMs = 86_400_000;
/** Whole days that a signed address holds at least. */
const days = 7;

const signatureOf = (path: string, expires: string, key: string): string =>
  createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');

/** The address under which a file can be had without an API key, for a week: the same all day. @param now real time, Unix ms */
export function signedAddress({ address, key }: FileAddress, now: number): string {
  const expires = String((Math.floor(now / dayMs) + days + 1) * (dayMs / 1000));
  return `${address}?expires=${expires}&signature=${signatureOf(new URL(address).pathname, expires, key)}`;
}

/** Whether an address was signed with this key and holds still. @param path without its query */
export const isSigned = (
  { path, expires, signature }: { path: string; expires: string; signature: string },
  key: string,
  now: number,
): boolean =>
  /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now && sameSecret(signature, signatureOf(path, expires, key));
