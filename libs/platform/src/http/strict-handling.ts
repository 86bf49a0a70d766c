import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cloudEventForm, UnknownParameters } from '@tollgate/contracts';
import { ValidationFailed } from '../errors/api-errors.js';
import type { Logger } from '../observability/logger.js';
import { calledRoute } from './called-route.js';
import { answerError } from './error-filter.js';

const preferences = /(?:^|[,;\s])handling\s*=\s*"?(strict|lenient)"?(?=$|[,;\s])/i;

/** Whether a caller prefers an error to fields that have no effect (RFC 7240, section 4.4). */
export function prefersStrictHandling(prefer: string | string[] | undefined): boolean {
  const [, handling] = preferences.exec([prefer ?? []].flat().join(',')) ?? [];
  return handling?.toLowerCase() === 'strict';
}

/**
 * Refuses calls with `Prefer: handling=strict` whose body or address has names that the contract does not know
 * (catalog, section 1.4). Other calls ignore such names, because clients that are written for the reference send them.
 */
export function handleStrictly(fastify: FastifyInstance, logger: Logger): void {
  const unknown = new UnknownParameters();
  fastify.addHook('preHandler', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { headers, query, body } = request;
    if (headers.prefer === undefined || !prefersStrictHandling(headers.prefer)) return done();
    const { config } = request.routeOptions;
    const route = calledRoute(request);
    // The attributes of CloudEvents are no fields of the call, and another interface has none that it could name.
    if (!route || route.dialect || config.passedOn || config.rawBody || cloudEventForm(headers) !== null) return done();
    void reply.header('preference-applied', 'handling=strict');
    const names = unknown.of(route, { query, body: route.isFreeForm ? undefined : body });
    if (names.length === 0) return done();
    const details = Object.fromEntries(names.map((name) => [name, ['unknown_parameter']]));
    answerError(new ValidationFailed(details), reply, logger);
  });
}
