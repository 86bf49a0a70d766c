import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.js';
import { Forbidden } from '../errors/api-errors.js';
import { sessionCookieOf } from './session-cookie.js';
import type { ApiRequest } from './tenant.js';

/**
 * The header of calls from the console. A page of another origin may send it only if the service permits it first. It
 * permits that for calls of the portal alone, in which no cookie counts.
 */
export const consoleHeader = 'x-tollgate-console';

/**
 * Whether a call has the internal names of fields in any installation. Calls of the console have them. So do those of the
 * portal's page, which carry the token of a customer.
 */
export const hasInternalNames = (call: Pick<ApiRequest, 'headers'>): boolean =>
  isConsoleCall(call) || call.headers[consoleHeader] === 'portal';

type Head = Pick<ApiRequest, 'headers' | 'method'>;

/**
 * Whether the console makes a call: it may carry its session in a cookie, and has the internal names of fields in any
 * installation. A call with `Authorization` belongs to another client.
 */
export const isConsoleCall = ({ headers }: Pick<ApiRequest, 'headers'>): boolean =>
  headers[consoleHeader] === '1' && headers.authorization === undefined;

/**
 * Whether a call comes from a page of the installation's own origin. Browsers send `Sec-Fetch-Site` to secure addresses
 * only, and older ones never; they send `Origin` with every call that changes something.
 * @param origin that of the public address
 */
export function isFromOwnPage({ headers, method }: Head, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === origin;
  return method === 'GET' || method === 'HEAD';
}

/**
 * Refuses calls of the console that another page may have made, and all of them where browsers would not keep its
 * cookie: 403 `csrf` and `https_required`.
 */
export function refuseForgedCalls(fastify: FastifyInstance, config: Config): void {
  const { origin } = new URL(config.publicUrl);
  const isPossible = sessionCookieOf(config) !== null;
  fastify.addHook('onRequest', (request: ApiRequest, reply: FastifyReply, done: () => void) => {
    if (!isConsoleCall(request)) return done();
    if (isPossible && isFromOwnPage(request, origin)) return done();
    const { status, body } = new Forbidden(isPossible ? 'csrf' : 'https_required');
    void reply.status(status).send(body);
  });
}
