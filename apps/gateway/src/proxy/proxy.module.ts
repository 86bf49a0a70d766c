import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiKeys, keyOfHeader } from '@tollgate/identity/reader';
import { Config, currentContext, Logger, Unauthorized } from '@tollgate/platform';
import { RequestLimiter } from '../rate-limit/request-limiter.js';
import { openCalls, proxiedCalls } from './proxied-calls.js';
import { addProxiedCalls } from './proxy.js';
import { Services } from './services.js';

/** The way from the gateway to the other services: who may pass, how often, and where to. */
@Injectable()
class Proxy implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly apiKeys: ApiKeys,
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

  /** Keys are looked at here, so that nobody without one reaches a service; what a key permits, the services decide. */
  private async admit(request: FastifyRequest): Promise<void> {
    const key = keyOfHeader(request.headers.authorization);
    const holder = key === null ? null : await this.apiKeys.holderOf(key);
    if (!holder) throw new Unauthorized();
    const context = currentContext();
    if (context) context.organizationId = holder.organizationId;
    await this.limiter.take(holder.apiKeyId);
  }
}

@Module({ providers: [Proxy, Services, RequestLimiter] })
export class ProxyModule {}
