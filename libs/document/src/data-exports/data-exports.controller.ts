import { Controller, Param } from '@nestjs/common';
import { dataExportRoutes as routes } from '@tollgate/contracts';
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
import { DataExportsService } from './data-exports.service.js';

@Controller()
export class DataExportsController {
  constructor(private readonly exports: DataExportsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { data_export: await this.exports.create(tenant.organizationId, input, may) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.exports.list(tenant.organizationId, filters, may);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { data_export: await this.exports.read(tenant.organizationId, id, may) };
  }

  @Call(routes.cancel)
  async cancel(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.cancel>> {
    return { data_export: await this.exports.cancel(tenant.organizationId, id, may) };
  }
}
