import type { FastifyInstance } from 'fastify';
import { addressOf, bodyBytesOf, servedRoutes } from '@tollgate/contracts';

/**
 * Sets each declared call's own byte limit, below the global one. It affects routes added from here on.
 * @param most the limit of all calls, in bytes
 */
export function limitBodies(fastify: FastifyInstance, most: number): void {
  const limits = new Map(servedRoutes.map((route) => [`${route.method} ${addressOf(route)}`, bodyBytesOf(route)]));
  fastify.addHook('onRoute', (options) => {
    const routeLimits = [options.method].flat().flatMap((method) => limits.get(`${method} ${options.url}`) ?? []);
    if (routeLimits.length > 0) options.bodyLimit = Math.min(most, ...routeLimits);
  });
}
