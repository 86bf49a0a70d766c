import { Controller, Param } from '@nestjs/common';
import { eventBackfillRoutes as routes } from '@tollgate/contracts';
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
import { EventBackfillsService } from './event-backfills.service.js';

@Controller()
export class EventBackfillsController {
  constructor(private readonly backfills: EventBackfillsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() { organizationId }: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { event_backfill: await this.backfills.create(organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() { organizationId }: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.backfills.list(organizationId, filters);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { event_backfill: await this.backfills.read(organizationId, id) };
  }

  @Call(routes.stop)
  async stop(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.stop>> {
    return { event_backfill: await this.backfills.stop(organizationId, id) };
  }

  @Call(routes.resume)
  async resume(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.resume>> {
    return { event_backfill: await this.backfills.resume(organizationId, id) };
  }

  @Call(routes.rows)
  async rows(
    @CurrentTenant() { organizationId }: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof routes.rows>,
  ): Promise<AnswerOf<typeof routes.rows>> {
    return this.backfills.rows(organizationId, id, filters);
  }
}
