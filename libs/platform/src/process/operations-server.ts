import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { CommandBus, idempotencyKeyHeader } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { setContext } from '../http/call-context.js';
import { answerError } from '../http/error-filter.js';
import { NotFound, Unauthorized } from '../errors/api-errors.js';
import { exactJson } from '../http/exact-json.js';
import { Readiness } from './readiness.js';
import { readBodies } from '../http/request-bodies.js';
import { sameSecret } from '../http/same-secret.js';
import { serverOptions } from '../http/server-options.js';

interface CommandCall {
  Params: { service: string; name: string };
}

/**
 * Serves metrics and the other services' commands on a private port; health and readiness too. It has none of the
 * public interface's prefixes: services use the code's own names among themselves.
 */
@Injectable()
export class OperationsServer {
  private readonly fastify: FastifyInstance;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly commands: CommandBus,
    private readonly readiness: Readiness,
    private readonly logger: Logger,
  ) {
    this.fastify = Fastify(serverOptions(config));
    this.addHooks();
    this.addRoutes();
  }

  get httpServer(): Server {
    return this.fastify.server;
  }

  /** Starts listening. @returns the base address */
  async listen(): Promise<string> {
    const { operationsHost: host, operationsPort: port } = this.config;
    await this.fastify.listen({ host, port });
    return `http://${host.includes(':') ? `[${host}]` : host}:${(this.fastify.server.address() as AddressInfo).port}`;
  }

  /** Accepts no more calls, and resolves when those under way are answered. */
  async close(): Promise<void> {
    await this.fastify.close();
  }

  private addHooks(): void {
    setContext(this.fastify);
    readBodies(this.fastify);
    this.fastify.setReplySerializer(exactJson);
    this.fastify.setErrorHandler((error, _request, reply) => answerError(error, reply, this.logger));
    this.fastify.setNotFoundHandler(() => {
      throw new NotFound('resource');
    });
    this.fastify.addHook('onResponse', (request, reply, done) => {
      this.metrics.observeCall(request, reply);
      done();
    });
  }

  private addRoutes(): void {
    this.fastify.get('/health', () => ({ status: 'ok' }));
    this.fastify.get('/ready', async (_request, reply) => {
      const { status, body } = await this.readiness.answer();
      return reply.status(status).send(body);
    });
    this.fastify.get('/metrics', async (_request, reply) =>
      reply.header('content-type', this.metrics.registry.contentType).send(await this.metrics.text()),
    );
    this.fastify.post<CommandCall>(
      '/internal/commands/:service/:name',
      // Before the server reads the body.
      {
        onRequest: ({ headers }, _reply, done) => {
          this.admit(headers.authorization);
          done();
        },
      },
      (request, reply) => this.answerCommand(request, reply),
    );
  }

  private admit(authorization: string | undefined): void {
    if (!sameSecret(authorization?.split(' ')[1] ?? '', this.config.internalToken)) throw new Unauthorized();
  }

  private async answerCommand(
    { params, headers, body }: FastifyRequest<CommandCall>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const key = headers[idempotencyKeyHeader];
    const answer = await this.commands.receive(
      params.service,
      params.name,
      body,
      key === undefined ? undefined : String(key),
    );
    if (answer === undefined) throw new NotFound('command');
    return reply.send(answer);
  }
}
