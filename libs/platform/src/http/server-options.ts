import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import { largestHead } from '../errors/api-errors.js';
import { newId } from '../ids.js';

export const requestIdHeader = 'x-request-id';
const wellFormedRequestId = /^[\w.-]{1,128}$/;

/** Options that all servers of a process share: limits, request ids, shutdown. */
export const serverOptions = (config: Config) =>
  ({
    bodyLimit: config.bodyLimitBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    requestIdHeader: false,
    genReqId: (request: { headers: Record<string, unknown> }) => {
      const requestId = request.headers[requestIdHeader];
      return typeof requestId === 'string' && wellFormedRequestId.test(requestId) ? requestId : newId();
    },
    // During a stop, an open connection may still send one last call.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Clients learn the first value, and the server closes an idle connection after both. So a client that reuses one
    // late, on a busy machine, does not meet a closed one.
    keepAliveTimeout: 65_000,
    http: { keepAliveTimeoutBuffer: 10_000, maxHeaderSize: largestHead },
    requestTimeout: config.requestTimeoutSeconds * 1000,
  }) satisfies FastifyHttpOptions<Server>;

/** Limits the connections of a server; it closes further ones at once. */
export function boundConnections(fastify: FastifyInstance, most: number): void {
  fastify.server.maxConnections = most;
}
