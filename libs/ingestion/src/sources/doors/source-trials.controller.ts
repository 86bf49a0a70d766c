import { Controller, Param, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { eventSourceRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type ApiRequest, type Tenant } from '@tollgate/platform';
import { kindOf } from '../kinds/registry.js';
import { SourceAccess } from './source-access.js';
import { SourceRecords } from './source-records.js';

/** Shows what would come of a body, also for a source that is disabled. */
@Controller()
export class SourceTrialsController {
  constructor(
    private readonly access: SourceAccess,
    private readonly records: SourceRecords,
  ) {}

  @Call(eventSourceRoutes.try)
  @RouteConfig({ jsonLines: true })
  async try(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Req() { body }: ApiRequest,
  ): Promise<AnswerOf<typeof eventSourceRoutes.try>> {
    const source = await this.access.sourceOf(tenant, code);
    return { event_source_trial: await this.records.try(source, kindOf(source.kind).readInputs(body)) };
  }
}
