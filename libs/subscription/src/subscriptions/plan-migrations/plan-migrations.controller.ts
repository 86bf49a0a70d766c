import { Controller, Param } from '@nestjs/common';
import { planMigrationRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  RepeatedBy,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Repetition,
  type Tenant,
} from '@tollgate/platform';
import { PlanMigrationsService } from './plan-migrations.service.js';

@Controller()
export class PlanMigrationsController {
  constructor(private readonly migrations: PlanMigrationsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.create>,
    @RepeatedBy() repetition: Repetition | undefined,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { plan_migration: await this.migrations.create(tenant.organizationId, code, raw, repetition) };
  }

  @Call(routes.preview)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.preview>,
  ): Promise<AnswerOf<typeof routes.preview>> {
    return { plan_migration_preview: await this.migrations.preview(tenant.organizationId, code, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.migrations.list(tenant.organizationId, filters);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { plan_migration: await this.migrations.read(tenant.organizationId, id) };
  }

  @Call(routes.subscriptions)
  async subscriptions(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Query() filters: QueryOf<typeof routes.subscriptions>,
  ): Promise<AnswerOf<typeof routes.subscriptions>> {
    return this.migrations.subscriptions(tenant.organizationId, id, filters);
  }

  @Call(routes.stop)
  async stop(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.stop>> {
    return { plan_migration: await this.migrations.stop(tenant.organizationId, id) };
  }
}
