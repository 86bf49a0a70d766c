import type { SignatureAlgorithm } from '@tollgate/contracts';
import type { Outcome } from './webhook-client.js';

/** Receivers take headers of this many bytes altogether: nginx and Apache 8 kB, Node 16 kB. Others are sent beside the signature. */
const acceptedByAll = 4_000;
/** What servers answer to headers that are too large: RFC 6585, and nginx. */
const tooLarge = [431, 494];

/**
 * Whether a receiver refused a webhook for the length of its signature: a JWT repeats the whole body in a header.
 * @returns its bytes; null where the cause is another
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

/** What whoever looks at the attempt can do about it. */
export const refusedSignatureReason = (bytes: number): string =>
  `the receiver refuses a jwt signature of ${bytes} bytes, which is a header: choose signature_algo hmac`;
