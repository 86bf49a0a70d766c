import { eventRoutes } from '@tollgate/contracts';
import type { Config } from '../config/config.js';
import { ConcurrentCalls } from './concurrent-calls.js';
import { largestParsedAtOnce } from './request-bodies.js';
import type { ApiRequest } from './tenant.js';

const ofAll = { waiting: 1_000, waitMs: 10_000 };
const eventPaths = new Set([eventRoutes.create, eventRoutes.createBatch].map(({ path }) => `/api/v1${path}`));

/**
 * How many calls of an organization a process works on at once. Events have a bound of their own, by how long they take
 * (`EventIntake`), and so large ones alone are counted here: each takes as long as a hundred others. What is passed on is judged
 * where it arrives.
 */
export function callBounds({ callsAtOnce }: Config): (request: ApiRequest) => ConcurrentCalls | undefined {
  const calls = new ConcurrentCalls({ ofOne: callsAtOnce, ofAll: 256, ...ofAll });
  const largeEvents = new ConcurrentCalls({ ofOne: 4, ofAll: 16, ...ofAll });
  return (request) => {
    const { url, config } = request.routeOptions;
    if (config.passedOn) return undefined;
    if (request.method !== 'POST' || !eventPaths.has(url ?? '')) return calls;
    return isLarge(request) ? largeEvents : undefined;
  };
}

/** A body that is compressed, or does not say how long it is, may be of any size. */
function isLarge({ headers }: ApiRequest): boolean {
  const length = headers['content-length'];
  return length === undefined || headers['content-encoding'] !== undefined || Number(length) > largestParsedAtOnce;
}
