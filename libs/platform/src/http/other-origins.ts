import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { consoleHeader } from './console-calls.js';

/** Calls of customers with a token; those that sign in belong to the portal's own page. */
const portalPaths = /^\/api\/v1\/portal\/(?!sign_)/;

/** How long a browser may remember the answer, in seconds. */
const rememberedSeconds = 600;

const open = {
  origin: true,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  // The last one selects the names of fields (`hasInternalNames`). No cookie counts in these calls, whatever it says.
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key', consoleHeader],
  exposedHeaders: ['retry-after', 'x-request-id'],
  maxAge: rememberedSeconds,
};

/**
 * Lets browsers make calls of the portal for pages of any origin: a token proves the caller, and no cookie counts. The
 * call itself is refused unless the caller's issuer lists the origin (customers, section 3.4).
 */
export function admitOtherOrigins(app: NestFastifyApplication): void {
  app.enableCors({
    delegator: (request, done) => done(null, portalPaths.test(request.url ?? '') ? open : { origin: false }),
  });
}
