import { Transform, pipeline, type Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { eventSendingPaths } from '@tollgate/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Clock, Config, hasInternalNames, isId, newId, toClientKeys, type ApiRequest } from '@tollgate/platform';
import { ApiLogWriter } from './api-log.writer.js';
import { isSecretName, largestLoggedBytes, textOfBody } from './without-secrets.js';

/** The log excludes calls that were refused for a flaw of their own (customers, section 15.2). */
const unlogged = new Set([400, 401, 403, 429]);
const loggedMethods = new Set(['POST', 'PUT', 'DELETE', 'PATCH']);
/** Test clocks are not part of billing. */
const clockPath = /^\/api\/v1\/test_clock(\/|$)/;
const versionedPath = /^\/api\/(v\d+)\//;
const longestClient = 255;

/** Logs the calls of the process that faces the callers, each with its answer (customers, section 15.2). */
@Injectable()
export class CallRecorder implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly writer: ApiLogWriter,
  ) {}

  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onSend', (request: ApiRequest, reply, payload, done) => {
      if (!this.isLogged(request, reply)) return done(null, payload);
      if (typeof payload === 'string' || payload === null || payload === undefined) {
        this.record(request, reply, payload ?? '');
        return done(null, payload);
      }
      if (Buffer.isBuffer(payload)) {
        this.record(request, reply, textOfAnswer(reply, payload));
        return done(null, payload);
      }
      return done(null, this.recorded(request, reply, payload as Readable));
    });
  }

  private isLogged({ tenant, method, url }: ApiRequest, { statusCode }: FastifyReply): boolean {
    return (
      tenant !== undefined &&
      loggedMethods.has(method) &&
      !unlogged.has(statusCode) &&
      !eventSendingPaths.test(url) &&
      !clockPath.test(pathOf(url))
    );
  }

  /** Passes another service's answer through; buffers it up to the size limit and records it before the end is sent. */
  private recorded(request: ApiRequest, reply: FastifyReply, payload: Readable): Readable {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const through = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        // One byte beyond the limit marks the answer as too large.
        if (bytes - chunk.length <= largestLoggedBytes) chunks.push(chunk);
        done(null, chunk);
      },
      flush: (done) => {
        this.record(request, reply, textOfAnswer(reply, Buffer.concat(chunks)));
        done();
      },
    });
    // The stream itself reports an error to its reader.
    pipeline(payload, through, () => undefined);
    return through;
  }

  private record(request: ApiRequest, { statusCode }: FastifyReply, response: string): void {
    const { tenant } = request;
    if (!tenant) return;
    const path = withoutSecretParameters(pathOf(request.url), request.params);
    this.writer.add({
      organizationId: tenant.organizationId,
      apiKeyId: tenant.apiKeyId,
      requestId: isId(request.id) ? request.id : newId(),
      method: request.method.toLowerCase(),
      status: statusCode,
      client: (request.headers['user-agent'] ?? '').slice(0, longestClient),
      origin: `${request.protocol}://${request.host}`,
      path,
      apiVersion: versionedPath.exec(path)?.[1] ?? '',
      body: this.bodyOf(request),
      response: response.length > largestLoggedBytes ? response.slice(0, largestLoggedBytes + 1) : response,
      at: this.clock.now(tenant.organizationId),
      createdAt: Date.now(),
    });
  }

  private bodyOf(request: ApiRequest): string {
    const { body, headers } = request;
    if (body === undefined || body === null) return '';
    const text = Buffer.isBuffer(body)
      ? textOfBody(body, headers['content-encoding'])
      : JSON.stringify(hasInternalNames(request) ? body : toClientKeys(body, this.config.identifierPrefix));
    return text.slice(0, largestLoggedBytes + 1);
  }
}

const textOfAnswer = (reply: FastifyReply, bytes: Buffer): string =>
  textOfBody(bytes, reply.getHeader('content-encoding') as string | undefined);

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Replaces secret parameters in a path by their names. */
function withoutSecretParameters(path: string, parameters: unknown): string {
  const secrets = Object.entries((parameters ?? {}) as Record<string, string>).filter(([name]) => isSecretName(name));
  return secrets.reduce((text, [name, value]) => text.replace(encodeURIComponent(value), `:${name}`), path);
}
