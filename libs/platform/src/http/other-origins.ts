import type { FastifyInstance } from 'fastify';
import { consoleHeader } from './console-calls.js';

/** Calls of customers with a token; those that sign in belong to the portal's own page. */
const portalPaths = /^\/api\/v1\/portal\/(?!sign_)/;

const permitted = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  // The last one selects the names of fields (`hasInternalNames`). No cookie counts in these calls, whatever it says.
  'access-control-allow-headers': `authorization, content-type, idempotency-key, ${consoleHeader}`,
  'access-control-max-age': '600',
};

/**
 * Lets browsers make calls of the portal for pages of any origin: a token proves the caller, and no cookie counts. The
 * call itself is refused unless the caller's issuer lists the origin (customers, section 3.4). The usual library would
 * run in every call: it cost single events an eighth of their rate.
 */
export function admitOtherOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !portalPaths.test(request.url)) return done();
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'retry-after, x-request-id',
      vary: 'origin',
    });
    if (request.method !== 'OPTIONS') return done();
    void reply.headers(permitted).status(204).send();
  });
}
