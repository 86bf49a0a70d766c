import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cloudEventForm, UnknownParameters } from '@tollgate/contracts';
import { ValidationFailed } from '../errors/api-errors.js';
import type { Logger } from '../observability/logger.js';
import { calledRoute } from './called-route.js';
import { answerError } from './error-filter.js';
import type { ApiRequest } from './tenant.js';

const preferences = /(?:^|[,;\s])handling\s*=\s*"?(strict|lenient)"?(?=$|[,;\s])/i;

type Handling = 'strict' | 'lenient';

/** Whether a caller prefers an error to fields that have no effect (RFC 7240, section 4.4); null without a preference. */
export function preferredHandling(prefer: string | string[] | undefined): Handling | null {
  const [, handling] = preferences.exec([prefer ?? []].flat().join(',')) ?? [];
  return (handling?.toLowerCase() as Handling | undefined) ?? null;
}

/**
 * Refuses calls with `Prefer: handling=strict` whose body or address has names that the contract does not know
 * (catalog, section 1.4). Other calls ignore such names, because clients that are written for the reference send them. A
 * sandbox may refuse them for all calls of its keys but those that prefer leniency.
 */
export function handleStrictly(fastify: FastifyInstance, logger: Logger): void {
  const unknown = new UnknownParameters();
  fastify.addHook('preHandler', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { headers, query, body } = request;
    const preferred = headers.prefer === undefined ? null : preferredHandling(headers.prefer);
    const isStrictByDefault = (request as ApiRequest).tenant?.refusesUnknownParameters === true;
    if (preferred === 'lenient' ? !isStrictByDefault : preferred === null && !isStrictByDefault) return done();
    const { config } = request.routeOptions;
    const route = calledRoute(request);
    // The attributes of CloudEvents are no fields of the call, and another interface has none that it could name.
    if (!route || route.dialect || config.passedOn || config.rawBody || cloudEventForm(headers) !== null) return done();
    if (preferred) void reply.header('preference-applied', `handling=${preferred}`);
    if (preferred === 'lenient') return done();
    const names = unknown.of(route, { query, body: route.isFreeForm ? undefined : body });
    if (names.length === 0) return done();
    const details = Object.fromEntries(names.map((name) => [name, ['unknown_parameter']]));
    answerError(new ValidationFailed(details), reply, logger);
  });
}
