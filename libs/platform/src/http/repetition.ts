import { longestIdempotencyKey, type Route } from '@tollgate/contracts';
import { callKeyStart, type Repetition } from '../database/repetition.js';
import { BadRequest } from '../errors/api-errors.js';
import { keyOfText } from '../ids.js';
import type { ApiRequest, Tenant } from './tenant.js';

/**
 * The key of a call from its header. It counts for its caller and its address: other organizations, customers and calls
 * may use the same one.
 * @throws BadRequest for a key that is too long
 */
export function repetitionOf(
  { method, path, repetition }: Route,
  { organizationId, customer }: Tenant,
  { headers, params, body }: Pick<ApiRequest, 'headers' | 'params' | 'body'>,
): Repetition | undefined {
  const header = headers['idempotency-key'];
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  if (header.length > longestIdempotencyKey)
    throw new BadRequest(`Idempotency-Key is longer than ${longestIdempotencyKey} characters`);
  const place = [organizationId, customer?.customerId ?? null, method, path, params ?? {}];
  return {
    header,
    key: `${callKeyStart}${keyOfText(inOrder([...place, header]))}`,
    body: keyOfText(inOrder(body ?? {})),
    storesAnswer: repetition === 'answered',
  };
}

/** JSON whose fields are in one order: a client may send the same body in another. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
