import { Controller, Param } from '@nestjs/common';
import { dataExportScheduleRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { ExportSchedules } from './export-schedules.service.js';

@Controller()
export class DataExportSchedulesController {
  constructor(private readonly schedules: ExportSchedules) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { data_export_schedule: await this.schedules.create(tenant.organizationId, input, may) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.schedules.list(tenant.organizationId, page);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { data_export_schedule: await this.schedules.read(tenant.organizationId, id) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.remove>> {
    return { data_export_schedule: await this.schedules.remove(tenant.organizationId, id) };
  }
}
