import { Controller, Req, Res, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { eventRoutes, type EventTail } from '@tollgate/contracts';
import { Callers } from '@tollgate/identity/reader';
import {
  ApiError,
  Call,
  Config,
  CurrentTenant,
  exactJson,
  hasInternalNames,
  Query,
  toClientKeys,
  type ApiRequest,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { LiveEvents } from './live-events.js';

/** The stream of the events that arrive. */
@Controller()
export class LiveEventsController implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly live: LiveEvents,
    private readonly callers: Callers,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    // A server that stops waits for its calls before modules end: streams end before that.
    this.http.httpAdapter.getInstance<FastifyInstance>().addHook('preClose', (done) => {
      this.live.stop();
      done();
    });
  }

  @Call(eventRoutes.stream)
  stream(
    @Req() request: ApiRequest,
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventRoutes.stream>,
    @Res() reply: FastifyReply,
  ): void {
    const prefix = hasInternalNames(request) ? 'svc' : this.config.identifierPrefix;
    const lastId = request.headers['last-event-id'];
    const stream = this.live.open({
      caller: {
        organizationId: tenant.organizationId,
        holder: holderOf(tenant),
        mayRead: () => this.mayRead(request.headers, tenant),
      },
      filter: { code: filters.code, externalSubscriptionId: filters.external_subscription_id },
      lastId: typeof lastId === 'string' ? lastId : undefined,
      spelled: (tail: EventTail) => exactJson(toClientKeys(tail, prefix)),
    });
    // Such a call takes the head of the answer alone.
    if (request.method === 'HEAD') stream.end();
    void reply
      .type('text/event-stream; charset=utf-8')
      // Proxies neither hold it back nor change it.
      .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
      .send(stream);
  }

  /** Whether the same key or session still reads events of the organization. */
  private async mayRead(headers: ApiRequest['headers'], tenant: Tenant): Promise<boolean> {
    try {
      const caller = await this.callers.callerOf({ headers });
      const isSame = caller.organizationId === tenant.organizationId && holderOf(caller) === holderOf(tenant);
      return isSame && caller.may(eventRoutes.stream);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
      throw error;
    }
  }
}

const holderOf = ({ apiKeyId, member }: Tenant): string => apiKeyId ?? member?.sessionId ?? '';
