import { Controller, Param } from '@nestjs/common';
import { bulkActRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { BulkActsService } from './bulk-acts.service.js';

@Controller()
export class BulkActsController {
  constructor(private readonly acts: BulkActsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
    @CallerMay() may: Rights,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { bulk_act: await this.acts.create(tenant, input, may, repetition) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.acts.list(tenant.organizationId, filters, may);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { bulk_act: await this.acts.read(tenant.organizationId, id, may) };
  }

  @Call(routes.results)
  async results(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof routes.results>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.results>> {
    return this.acts.results(tenant.organizationId, id, filters, may);
  }

  @Call(routes.stop)
  async stop(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.stop>> {
    return { bulk_act: await this.acts.stop(tenant.organizationId, id, may) };
  }

  @Call(routes.retry)
  async retry(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof routes.retry>> {
    return { bulk_act: await this.acts.retry(tenant, id, may) };
  }
}
