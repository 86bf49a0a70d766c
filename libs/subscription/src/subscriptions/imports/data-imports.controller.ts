import { Controller, Param } from '@nestjs/common';
import { dataImportRoutes as routes } from '@tollgate/contracts';
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
import { DataImportsService } from './data-imports.service.js';

@Controller()
export class DataImportsController {
  constructor(private readonly imports: DataImportsService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { data_import: await this.imports.create(tenant.organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.imports.list(tenant.organizationId, page);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.read>> {
    return { data_import: await this.imports.read(tenant.organizationId, id) };
  }
}
