import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Callers } from '@tollgate/identity/reader';
import { Config, currentContext, Logger, type ApiRequest, type Tenant } from '@tollgate/platform';
import { RequestLimiter } from '../rate-limit/request-limiter.js';
import { openCalls, proxiedCalls, type ProxiedCall } from './proxied-calls.js';
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
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    // A server that stops waits for its calls before modules end: streams end before that.
    fastify.addHook('preClose', () => this.services.endStreams());
    addProxiedCalls(fastify, {
      calls,
      open: openCalls,
      services: this.services,
      admit: (request, call) => this.admit(request, call),
    });
  }

  /**
   * The gateway checks keys, sessions, secrets and tokens of the portal, so that no unauthenticated call reaches a service; the
   * services check permissions.
   */
  private async admit(request: FastifyRequest, { isForCustomers, isForSources }: ProxiedCall): Promise<void> {
    const tenant = isForCustomers
      ? await this.callers.customerOf(request)
      : ((isForSources ? await this.callers.sourceOf(request) : null) ?? (await this.keyHolderOf(request)));
    const context = currentContext();
    if (context) context.organizationId = tenant.organizationId;
    (request as ApiRequest).tenant = tenant;
    const { apiKeyId, member, customer, source, organizationId } = tenant;
    await this.limiter.take(
      apiKeyId ?? member?.sessionId ?? customer?.customerId ?? source?.sourceId ?? organizationId,
    );
  }

  /** The holder of a key or a session. */
  private async keyHolderOf(request: FastifyRequest): Promise<Tenant> {
    const { may: _, ...tenant } = await this.callers.callerOf(request);
    return tenant;
  }
}

@Module({ providers: [Proxy, Services, RequestLimiter] })
export class ProxyModule {}
