import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerHeaders, requestHeaders } from './headers.js';
import type { ProxiedCall } from './proxied-calls.js';
import type { Services } from './services.js';

interface Proxy {
  calls: ProxiedCall[];
  /** Calls without a key. */
  open?: ProxiedCall[];
  services: Pick<Services, 'send'>;
  /** Authenticates the caller of a call. @throws the error to answer with */
  admit(request: FastifyRequest, call: ProxiedCall): Promise<void>;
}

/**
 * Adds the calls of other services to the router. The services use the same router with the same patterns, so a call is
 * known here exactly when its service knows it. Others are answered 404 without authentication.
 */
export function addProxiedCalls(fastify: FastifyInstance, { calls, open = [], services, admit }: Proxy): void {
  addCalls(fastify, calls, services, admit);
  addCalls(fastify, open, services);
}

function addCalls(
  fastify: FastifyInstance,
  calls: ProxiedCall[],
  services: Proxy['services'],
  admit?: Proxy['admit'],
): void {
  void fastify.register((scope, _options, done) => {
    // Bodies are forwarded unchanged, after the gateway has read them completely and within the limit. So a slow caller
    // occupies no service, and a body that is too large never reaches one.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const call of calls) {
      const { method, path } = call;
      scope.route({
        method: method,
        url: path,
        config: { passedOn: true },
        ...(admit ? { onRequest: (request: FastifyRequest) => admit(request, call) } : {}),
        handler: (request, reply) => forward(request, reply, call, services),
      });
    }
    done();
  });
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, streams = false }: ProxiedCall,
  services: Proxy['services'],
): Promise<FastifyReply> {
  const { method, url, rawHeaders } = request.raw;
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : null;
  const answer = await services.send(service, {
    method: method as 'GET',
    target: url as string,
    headers: requestHeaders(rawHeaders, request.id, request.ip),
    body,
    streams,
  });
  // Fastify would write an answer of null as JSON, where its type is one of JSON such as that of an empty file of lines.
  return reply
    .status(answer.statusCode)
    .headers(answerHeaders(answer.headers))
    .send(answer.body ?? undefined);
}
