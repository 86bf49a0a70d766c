import type { SignatureAlgorithm } from '@tollgate/contracts';
import type { Outcome } from './webhook-client.js';

/**
 * A signature size that all receivers accept: nginx and Apache allow 8 kB of headers, Node 16 kB, including other
 * headers.
 */
const acceptedByAll = 4_000;
/** Statuses for too large headers: RFC 6585, and nginx. */
const tooLarge = [431, 494];

/**
 * Detects that a receiver refused a webhook because of its signature's length: a JWT repeats the whole body in a
 * header.
 * @returns its bytes; null for any other cause
 */
export function refusedSignatureBytes(
  { status, response }: Outcome,
  algorithm: SignatureAlgorithm,
  signature: string,
): number | null {
  if (algorithm !== 'jwt' || signature.length <= acceptedByAll) return null;
  const saysSo = status === 400 && /header.*too large|too large.*header/i.test(response);
  return saysSo || (status !== null && tooLarge.includes(status)) ? signature.length : null;
}

/** Explains the remedy to readers of the attempt. */
export const refusedSignatureReason = (bytes: number): string =>
  `the receiver refuses a jwt signature of ${bytes} bytes, which is a header: choose signature_algo hmac`;
