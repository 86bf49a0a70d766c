import { Controller, Param } from '@nestjs/common';
import { eventSourceRoutes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { EventSourcesService } from './event-sources.service.js';

@Controller()
export class EventSourcesController {
  constructor(private readonly sources: EventSourcesService) {}

  @Call(eventSourceRoutes.create)
  async create(
    @CurrentTenant() { organizationId }: Tenant,
    @Input() input: InputOf<typeof eventSourceRoutes.create>,
  ): Promise<AnswerOf<typeof eventSourceRoutes.create>> {
    return { event_source: await this.sources.create(organizationId, input) };
  }

  @Call(eventSourceRoutes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Query() filters: QueryOf<typeof eventSourceRoutes.list>,
  ): Promise<AnswerOf<typeof eventSourceRoutes.list>> {
    return this.sources.list(organizationId, filters);
  }

  @Call(eventSourceRoutes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof eventSourceRoutes.read>> {
    return { event_source: await this.sources.read(organizationId, code) };
  }

  @Call(eventSourceRoutes.refusals)
  async refusals(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('code') code: string,
    @Query() page: QueryOf<typeof eventSourceRoutes.refusals>,
  ): Promise<AnswerOf<typeof eventSourceRoutes.refusals>> {
    return this.sources.refusals(organizationId, code, page);
  }

  @Call(eventSourceRoutes.update)
  async update(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof eventSourceRoutes.update>,
  ): Promise<AnswerOf<typeof eventSourceRoutes.update>> {
    return { event_source: await this.sources.update(organizationId, code, input) };
  }

  @Call(eventSourceRoutes.remove)
  async remove(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof eventSourceRoutes.remove>> {
    return { event_source: await this.sources.remove(organizationId, code) };
  }

  @Call(eventSourceRoutes.rotate)
  async rotate(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof eventSourceRoutes.rotate>> {
    return { event_source: await this.sources.rotate(organizationId, code) };
  }
}
