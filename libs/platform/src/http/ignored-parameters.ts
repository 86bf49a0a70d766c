import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allRoutes } from '@tollgate/contracts';
import { toOwnName } from './identifier-prefix.js';

/** The header that names the parameters of a call that had no effect. */
export const ignoredParametersHeader = 'x-ignored-parameters';

/** Names beyond this number, or with other characters, are left out: a caller chooses them. */
const mostNames = 20;
const safeName = /^\w{1,64}$/;

const parametersOf = new Map(
  allRoutes
    .filter(({ method }) => method === 'GET')
    .map(({ path, query }) => [`/api/v1${path}`, new Set(Object.keys(query?.shape ?? {}))]),
);

/** The parameters in the address of a call that its contract does not know. */
export function ignoredParameters(path: string, query: unknown, prefix: string): string[] {
  const known = parametersOf.get(path);
  if (!known) return [];
  return Object.keys(query ?? {})
    .filter((name) => safeName.test(name) && !known.has(name) && !known.has(toOwnName(name, prefix)))
    .slice(0, mostNames);
}

/**
 * Reports to readers which of their parameters had no effect. Such a call succeeds all the same, because clients that are
 * written for the reference send parameters of their own.
 */
export function reportIgnoredParameters(fastify: FastifyInstance, prefix: string): void {
  fastify.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    const { url, config } = request.routeOptions;
    if (request.method === 'GET' && url && !config.passedOn) {
      const names = ignoredParameters(url, request.query, prefix);
      if (names.length > 0) void reply.header(ignoredParametersHeader, names.join(', '));
    }
    done();
  });
}
