import { createHmac } from 'node:crypto';
import { sameSecret } from './same-secret.js';

/** A file's location, and the key that signs its address. */
export interface FileAddress {
  address: string;
  key: string;
}

const dayMs = 86_400_000;
/** Minimum validity of a signed address, in whole days. */
const days = 7;

const signatureOf = (path: string, expires: string, key: string): string =>
  createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');

/**
 * Signs an address that opens a file without an API key for a week; it is stable during a day.
 * @param now real time, Unix ms
 */
export function signedAddress({ address, key }: FileAddress, now: number): string {
  const expires = String((Math.floor(now / dayMs) + days + 1) * (dayMs / 1000));
  return `${address}?expires=${expires}&signature=${signatureOf(new URL(address).pathname, expires, key)}`;
}

/** Takes the place of an expiry in the signature of a page. */
const pageMark = 'page';

/**
 * Signs the address of a document's page, which is valid as long as the document exists. The page makes a fresh signed
 * address of the file.
 */
export function pageAddress({ address, key }: FileAddress): string {
  const page = new URL(address);
  // `/files/ORGANIZATION/DOCUMENT/NAME` becomes `/documents/ORGANIZATION/DOCUMENT`, below the same base path.
  page.pathname = page.pathname.replace(/\/files\/([^/]+\/[^/]+)\/[^/]+$/, '/documents/$1');
  return `${page.href}?signature=${signatureOf(page.pathname, pageMark, key)}`;
}

/** Whether a page's address has a valid signature of this key. @param path without its query */
export const isPageSigned = ({ path, signature }: { path: string; signature: string }, key: string): boolean =>
  sameSecret(signature, signatureOf(path, pageMark, key));

/** Whether an address has a valid signature of this key and has not expired. @param path without its query */
export const isSigned = (
  { path, expires, signature }: { path: string; expires: string; signature: string },
  key: string,
  now: number,
): boolean =>
  /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now && sameSecret(signature, signatureOf(path, expires, key));
