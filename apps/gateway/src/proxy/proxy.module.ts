import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Callers } from '@tollgate/identity/reader';
import { Config, currentContext, Logger, type ApiRequest } from '@tollgate/platform';
import { RequestLimiter } from '../rate-limit/request-limiter.js';
import { openCalls, proxiedCalls } from './proxied-calls.js';
import { addProxiedCalls } from './proxy.js';
import { Services } from './services.js';

/** Connects the gateway to the other services: authentication, rate limits and routing. */
@Injectable()
class Proxy implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly callers: Callers,
    private readonly limiter: RequestLimiter,
    private readonly services: Services,
  ) {}

  onModuleInit(): void {
    const calls = proxiedCalls();
    for (const service of new Set(calls.map((call) => call.service))) {
      if (!this.config.serviceUrls[service])
        this.logger.warn('a service has no address; its calls are answered 503', { to: service });
    }
    addProxiedCalls(this.http.httpAdapter.getInstance<FastifyInstance>(), {
      calls,
      open: openCalls,
      services: this.services,
      admit: (request) => this.admit(request),
    });
  }

  /**
   * The gateway checks keys and sessions, so that no unauthenticated call reaches a service; the services check
   * permissions.
   */
  private async admit(request: FastifyRequest): Promise<void> {
    const caller = await this.callers.callerOf(request);
    const context = currentContext();
    if (context) context.organizationId = caller.organizationId;
    const { may: _, ...tenant } = caller;
    (request as ApiRequest).tenant = tenant;
    await this.limiter.take(caller.apiKeyId ?? caller.member?.sessionId ?? caller.organizationId);
  }
}

@Module({ providers: [Proxy, Services, RequestLimiter] })
export class ProxyModule {}
