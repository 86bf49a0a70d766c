import { Controller, Param } from '@nestjs/common';
import { taxRoutes } from '@tollgate/contracts';
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
import { TaxesService } from './taxes.service.js';

@Controller()
export class TaxesController {
  constructor(private readonly taxes: TaxesService) {}

  @Call(taxRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof taxRoutes.create>,
  ): Promise<AnswerOf<typeof taxRoutes.create>> {
    return { tax: await this.taxes.create(tenant.organizationId, raw) };
  }

  @Call(taxRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof taxRoutes.list>,
  ): Promise<AnswerOf<typeof taxRoutes.list>> {
    return this.taxes.list(tenant.organizationId, page);
  }

  @Call(taxRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof taxRoutes.read>> {
    return { tax: await this.taxes.read(tenant.organizationId, code) };
  }

  @Call(taxRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof taxRoutes.update>,
  ): Promise<AnswerOf<typeof taxRoutes.update>> {
    return { tax: await this.taxes.update(tenant.organizationId, code, input) };
  }

  @Call(taxRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof taxRoutes.remove>> {
    return { tax: await this.taxes.remove(tenant.organizationId, code) };
  }
}
