import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '../config/config.js';
import { newId } from '../ids.js';

export const requestIdHeader = 'x-request-id';
const wellFormedRequestId = /^[\w.-]{1,128}$/;

/** What the servers of a process have in common: bounds, request ids, how they end. */
export const serverOptions = (config: Config) =>
  ({
    bodyLimit: config.bodyLimitBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: (request: { headers: Record<string, unknown> }) => {
      const requestId = request.headers[requestIdHeader];
      return typeof requestId === 'string' && wellFormedRequestId.test(requestId) ? requestId : newId();
    },
    // A call on a connection that was open before a stop began is still answered, as the last one of its connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    requestTimeout: config.requestTimeoutSeconds * 1000,
  }) satisfies FastifyServerOptions;

/** Bounds the connections of a server; one more is closed at once. */
export function boundConnections(fastify: FastifyInstance, most: number): void {
  fastify.server.maxConnections = most;
}
