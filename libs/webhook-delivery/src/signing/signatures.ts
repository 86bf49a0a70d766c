import { createHmac, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** Base64 of HMAC-SHA-256 over the exact body (webhooks, section 2, point 6). */
export const hmacSignature = (body: string, key: string): string =>
  createHmac('sha256', key).update(body).digest('base64');

/** Builds an RS256 JWT with the body; it has no expiry and no date, so a retry has the same signature. */
export const jwtSignature = (body: string, issuer: string, key: KeyObject): Promise<string> =>
  new SignJWT({ data: body, iss: issuer }).setProtectedHeader({ alg: 'RS256' }).sign(key);

const lineLength = 60;

/** Base64 of a public key's PEM in lines of 60 characters, each ended by `\n` (webhooks, section 1). */
export function encodePublicKey(key: KeyObject): string {
  const base64 = Buffer.from(key.export({ type: 'spki', format: 'pem' })).toString('base64');
  return base64.replace(new RegExp(`.{1,${lineLength}}`, 'g'), '$&\n');
}
