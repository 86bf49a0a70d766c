import { Controller, Req, Res, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { changeKindOf, changeRoutes as routes } from '@tollgate/contracts';
import {
  answerStream,
  Call,
  CallerMay,
  Config,
  CurrentTenant,
  endStreamsAtStop,
  holderOf,
  lastEventIdOf,
  Query,
  spellingOf,
  type AnswerOf,
  type ApiRequest,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { Callers } from '../api-keys/callers.js';
import { ChangeStreams } from './change-streams.js';
import { ChangesService, permittedTypes } from './changes.service.js';

/** The feed of changes, as pages and as a stream. */
@Controller()
export class ChangesController implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly changes: ChangesService,
    private readonly streams: ChangeStreams,
    private readonly callers: Callers,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    endStreamsAtStop(this.http, () => this.streams.stop());
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.changes.list(tenant.organizationId, filters, may);
  }

  @Call(routes.stream)
  async stream(
    @Req() request: ApiRequest,
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Query() filters: QueryOf<typeof routes.stream>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const types = permittedTypes(filters.types, may);
    const stream = await this.streams.open({
      caller: {
        organizationId: tenant.organizationId,
        holder: holderOf(tenant),
        mayRead: () =>
          this.callers.stillMay(request, tenant, (mayNow) => types.every((type) => mayNow(changeKindOf(type).list))),
      },
      types,
      since: lastEventIdOf(request) ?? (filters.since || 'latest'),
      spelled: spellingOf(request, this.config),
    });
    answerStream(request, reply, stream);
  }
}
