import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inContext, type RequestContext } from '../observability/request-context.js';
import { beginSpan, type OpenSpan } from '../observability/tracing/tracing.js';
import { requestIdHeader } from './server-options.js';

/** Frequent polling calls that reveal nothing about tenants' work. */
const untraced = new Set(['/health', '/ready', '/metrics']);

/**
 * Sets the context of each call on a server, and its span where tracing is enabled. The call's work logs its request id
 * and belongs to its trace. Add it before all other hooks.
 */
export function setContext(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id);
    const context: RequestContext = { requestId: request.id };
    inContext(context, () => {
      const span = spanOf(request, reply, context);
      if (span) span.within(done);
      else done();
    });
  });
}

function spanOf(request: FastifyRequest, reply: FastifyReply, context: RequestContext): OpenSpan | undefined {
  const {
    method,
    headers,
    routeOptions: { url: route },
  } = request;
  if (route !== undefined && untraced.has(route)) return undefined;
  const { traceparent, tracestate } = headers as Record<string, string | undefined>;
  const span = beginSpan(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) },
    parent: { traceparent, tracestate },
  });
  if (span) reply.raw.once('close', () => endOf(span, reply, context));
  return span;
}

function endOf(span: OpenSpan, { raw, statusCode }: FastifyReply, { organizationId }: RequestContext): void {
  span.set({
    'http.response.status_code': statusCode,
    ...(organizationId ? { 'tollgate.organization_id': organizationId } : {}),
  });
  if (!raw.writableFinished) return span.end({ code: 'aborted' });
  return statusCode >= 500 ? span.end({ code: statusCode }) : span.end();
}
