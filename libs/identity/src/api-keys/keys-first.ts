import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressOf, servedRoutes, type Route } from '@tollgate/contracts';
import { answerError, Logger, type ApiRequest } from '@tollgate/platform';
import { Callers } from './callers.js';

/**
 * Authenticates a call before its body is read, so that unauthenticated calls cost next to nothing. Unknown paths are
 * answered without authentication.
 */
@Injectable()
export class KeysFirst implements OnModuleInit {
  private readonly contracts = new Map(servedRoutes.map((route) => [`${route.method} ${addressOf(route)}`, route]));

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly callers: Callers,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', (request: ApiRequest, reply: FastifyReply, done: () => void) => {
      const contract = this.contractOf(request);
      if (!contract) return done();
      this.callers.admitCall(request, contract).then(done, (error: unknown) => answerError(error, reply, this.logger));
    });
  }

  /**
   * The route of a request if it needs a key or a session here; other services authenticate the calls passed on to
   * them.
   */
  private contractOf({ method, is404, routeOptions: { url, config } }: ApiRequest): Route | undefined {
    if (is404 || config.passedOn) return undefined;
    const contract = this.contracts.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
    return contract?.access === 'anyone' ? undefined : contract;
  }
}
