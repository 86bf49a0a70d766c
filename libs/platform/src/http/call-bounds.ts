import { addressOf, allRoutes, eventRoutes, meterEventCall, sourceDoorRoutes, type Route } from '@tollgate/contracts';
import type { Config } from '../config/config.js';
import { ConcurrentCalls, type ConcurrencyBounds } from './concurrent-calls.js';
import { largestAtOnce } from './large-bodies.js';
import type { ApiRequest } from './tenant.js';

const waits = { waiting: 1_000, waitMs: 10_000 };
const heavyBounds: ConcurrencyBounds = { ofOne: 2, ofAll: 8, ...waits };
/** Of customers in the portal: each has one page open or two, and its calls are short. */
const portalBounds: ConcurrencyBounds = { ofOne: 4, ofAll: 32, waiting: 100, waitMs: waits.waitMs };

const keyOf = (route: Route): string => `${route.method} ${addressOf(route)}`;
const heavyCalls = new Set(allRoutes.filter(({ heavy }) => heavy).map(keyOf));
const eventCalls = new Set(
  [eventRoutes.create, eventRoutes.createBatch, meterEventCall, ...Object.values(sourceDoorRoutes)].map(keyOf),
);

/**
 * Limits an organization's concurrent calls in a process; heavy calls and those with large bodies have a low limit.
 * Event calls have their own limit by duration (`EventIntake`). Only large ones count here: each takes as long as a
 * hundred others. Calls of the portal are limited by customer. Forwarded calls are limited by the service that receives
 * them.
 */
export function callBounds({ callsAtOnce }: Config): (request: ApiRequest) => ConcurrentCalls | undefined {
  const calls = new ConcurrentCalls({ ofOne: callsAtOnce, ofAll: 256, ...waits });
  const heavy = new ConcurrentCalls(heavyBounds);
  const largeEvents = new ConcurrentCalls(heavyBounds);
  const portal = new ConcurrentCalls(portalBounds);
  return (request) => {
    const { url, config } = request.routeOptions;
    if (config.passedOn) return undefined;
    if (request.tenant?.customer) return portal;
    const call = `${request.method} ${url}`;
    const isLarge = (request.bodyBytes ?? 0) > largestAtOnce;
    if (eventCalls.has(call)) return isLarge ? largeEvents : undefined;
    return heavyCalls.has(call) || isLarge ? heavy : calls;
  };
}
