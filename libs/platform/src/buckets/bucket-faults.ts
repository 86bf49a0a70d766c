import { AddressRefused } from '../addresses/checked-connector.js';

/**
 * Why a bucket did not do its part. `private`: its server is in a private network. `refused`: the server refuses the
 * key, the bucket or the object, which stays so. `replaced`: the object has another version. `unreachable`: no answer.
 */
export type BucketFault = 'private' | 'refused' | 'replaced' | 'unreachable';

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** The fault behind an error of the store's client; it quotes nothing of the server. */
export function bucketFaultOf(error: unknown): BucketFault {
  if (error instanceof AddressRefused || (error as { cause?: unknown }).cause instanceof AddressRefused)
    return 'private';
  const status = statusOf(error);
  if (status === 412) return 'replaced';
  return status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429
    ? 'refused'
    : 'unreachable';
}
