import type { FastifyInstance } from 'fastify';
import { allRoutes, bodyBytesOf } from '@tollgate/contracts';

/**
 * Gives each call that is declared its own limit of bytes, below that of all. For routes that are added from here on.
 * @param most the limit of all calls, in bytes
 */
export function limitBodies(fastify: FastifyInstance, most: number): void {
  const limits = new Map(allRoutes.map((route) => [`${route.method} /api/v1${route.path}`, bodyBytesOf(route)]));
  fastify.addHook('onRoute', (options) => {
    const known = [options.method].flat().flatMap((method) => limits.get(`${method} ${options.url}`) ?? []);
    if (known.length > 0) options.bodyLimit = Math.min(most, ...known);
  });
}
