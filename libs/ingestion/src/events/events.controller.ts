import { Controller, Param } from '@nestjs/common';
import { eventRoutes } from '@tollgate/contracts';
import {
  Body,
  Call,
  CurrentTenant,
  GivenBody,
  Query,
  type AnswerOf,
  type BodyOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { EventsService } from './events.service.js';

@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Call(eventRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @GivenBody() raw: Record<string, unknown>,
  ): Promise<AnswerOf<typeof eventRoutes.create>> {
    return { event: await this.events.create(tenant.organizationId, raw) };
  }

  @Call(eventRoutes.createBatch)
  async createBatch(
    @CurrentTenant() tenant: Tenant,
    @Body() { events }: BodyOf<typeof eventRoutes.createBatch>,
  ): Promise<AnswerOf<typeof eventRoutes.createBatch>> {
    return { events: await this.events.createBatch(tenant.organizationId, events) };
  }

  @Call(eventRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventRoutes.list>,
  ): Promise<AnswerOf<typeof eventRoutes.list>> {
    return this.events.list(tenant.organizationId, filters);
  }

  @Call(eventRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('transaction_id') transactionId: string,
  ): Promise<AnswerOf<typeof eventRoutes.read>> {
    return { event: await this.events.read(tenant.organizationId, transactionId) };
  }
}
