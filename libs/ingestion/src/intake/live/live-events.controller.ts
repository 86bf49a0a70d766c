import { Controller, Req, Res, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { eventRoutes } from '@tollgate/contracts';
import { Callers } from '@tollgate/identity/reader';
import {
  answerStream,
  Call,
  Config,
  CurrentTenant,
  endStreamsAtStop,
  holderOf,
  lastEventIdOf,
  Query,
  spellingOf,
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
    endStreamsAtStop(this.http, () => this.live.stop());
  }

  @Call(eventRoutes.stream)
  stream(
    @Req() request: ApiRequest,
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventRoutes.stream>,
    @Res() reply: FastifyReply,
  ): void {
    const stream = this.live.open({
      caller: {
        organizationId: tenant.organizationId,
        holder: holderOf(tenant),
        mayRead: () => this.callers.stillMay(request, tenant, (may) => may(eventRoutes.stream)),
      },
      filter: { code: filters.code, externalSubscriptionId: filters.external_subscription_id },
      lastId: lastEventIdOf(request),
      spelled: spellingOf(request, this.config),
    });
    answerStream(request, reply, stream);
  }
}
