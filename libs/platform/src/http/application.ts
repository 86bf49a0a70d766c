import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { bounds } from '@tollgate/contracts';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { calledRoute } from './called-route.js';
import { setContext } from './call-context.js';
import { ErrorFilter } from './error-filter.js';
import { type ApiError, BadRequest, MethodNotAllowed, NotFound } from '../errors/api-errors.js';
import { exactJson } from './exact-json.js';
import { addSafeHeaders } from './safe-headers.js';
import { admitOtherOrigins } from './other-origins.js';
import { leadToPages } from './pages-of-calls.js';
import { normalizePath } from './normalize-path.js';
import { toClientKeys, toOwnKeys } from './identifier-prefix.js';
import { reportIgnoredParameters } from './ignored-parameters.js';
import { KnownPaths } from './known-paths.js';
import { answerParserError } from './parser-errors.js';
import { BodyBudget } from './body-budget.js';
import { callBounds } from './call-bounds.js';
import { compressAnswers } from './compression.js';
import { hasInternalNames, refuseForgedCalls } from './console-calls.js';
import { boundConcurrentCalls } from './concurrent-calls.js';
import { answerInDialects, isInDialect } from './error-dialects.js';
import { limitBodies } from './body-limits.js';
import { discardRefusedBodies } from './refused-bodies.js';
import { readBodies } from './request-bodies.js';
import { boundConnections, serverOptions } from './server-options.js';
import { handleStrictly } from './strict-handling.js';

// The longest valid code (see the bounds of the contracts), with each character escaped.
const longestParameter = 9 * bounds.line;
// More parameters than a request's head can hold: the parser drops none silently, and lists have their own bounds.
const mostParameters = 10_000;
/**
 * Creates the HTTP application of a process: one router, one error shape, request ids, metrics, the identifier prefix.
 * @param module the root module of the process
 * @param facesCallers whether callers reach it directly: then it compresses answers
 */
export async function createApplication(
  module: unknown,
  config: Config,
  facesCallers = false,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    ...serverOptions(config),
    routerOptions: {
      querystringParser: (text) =>
        qs.parse(text, { depth: 4, arrayLimit: mostParameters, parameterLimit: mostParameters }),
      maxParamLength: longestParameter,
    },
    rewriteUrl: (request: { url?: string | undefined }) => normalizePath(request.url ?? '/'),
    frameworkErrors: answerUnreadablePath,
    clientErrorHandler: answerParserError,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module as never, adapter, {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.useGlobalFilters(new ErrorFilter(app.get(Logger)));
  // Before the hooks that refuse an address: a browser reads their errors, too.
  if (facesCallers) admitOtherOrigins(app.getHttpAdapter().getInstance());
  addHooks(app, config);
  if (facesCallers) leadToPages(app.getHttpAdapter().getInstance());
  if (facesCallers) await compressAnswers(app.getHttpAdapter().getInstance());
  return app;
}

/** The router rejects paths with broken escapes or very long parts before any handler or filter runs. */
function answerUnreadablePath(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  answer(
    reply,
    error.code === 'FST_ERR_BAD_URL' ? new BadRequest('the path is not readable') : new NotFound('resource'),
  );
}

const answer = (reply: FastifyReply, { status, headers, body }: ApiError): void =>
  void reply.status(status).headers(headers).send(body);

/** Checks an address before authentication; null when it is valid. */
function addressError(request: FastifyRequest, paths: KnownPaths): ApiError | null {
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  if (!isReadable(query)) return new BadRequest('the query is not readable');
  // A path without parameters cannot match a different resource.
  if (request.is404 || request.routeOptions.url?.includes('/:')) {
    const methods = paths.methodsOf(path);
    if (methods.length > 0 && !methods.includes(request.method)) return new MethodNotAllowed(methods);
  }
  // No stored name contains such a character.
  return path.includes('%00') ? new NotFound('resource') : null;
}

function isReadable(query: string): boolean {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}

/** The path of a call; that of its route where the path contains a secret. */
const loggedPath = ({ url, routeOptions: { url: route = '' } }: FastifyRequest): string =>
  route.includes('/:token') ? route : (url.split('?')[0] ?? '');

function addHooks(app: NestFastifyApplication, config: Config): void {
  const fastify = app.getHttpAdapter().getInstance();
  const paths = new KnownPaths(fastify);
  const metrics = app.get(Metrics);
  const logger = app.get(Logger);
  boundConnections(fastify, config.maxConnections);
  setContext(fastify);
  addSafeHeaders(fastify);
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const error = addressError(request, paths);
    if (error) return answer(reply, error);
    done();
  });
  refuseForgedCalls(fastify, config);
  limitBodies(fastify, config.bodyLimitBytes);
  readBodies(fastify, new BodyBudget(config.bodyBudgetBytes));
  discardRefusedBodies(fastify);
  boundConcurrentCalls(fastify, callBounds(config));
  reportIgnoredParameters(fastify, config.identifierPrefix);
  fastify.setReplySerializer(exactJson);
  if (config.identifierPrefix !== 'svc') {
    fastify.addHook('preValidation', (request: FastifyRequest, _reply: FastifyReply, done) => {
      // Forwarded calls stay unchanged.
      if (
        !request.routeOptions.config.passedOn &&
        !hasInternalNames(request) &&
        !isInDialect(request) &&
        calledRoute(request)?.isFreeForm !== true
      ) {
        request.body = toOwnKeys(request.body, config.identifierPrefix);
        request.query = toOwnKeys(request.query, config.identifierPrefix);
      }
      done();
    });
    fastify.addHook('preSerialization', (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done) => {
      const stays = hasInternalNames(request) || isInDialect(request);
      done(null, stays ? payload : toClientKeys(payload, config.identifierPrefix));
    });
  }
  answerInDialects(fastify);
  handleStrictly(fastify, logger);
  fastify.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    metrics.observeCall(request, reply);
    logger.debug('call', {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}
