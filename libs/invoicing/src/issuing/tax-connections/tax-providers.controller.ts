import { Controller, Param } from '@nestjs/common';
import { taxProviderRoutes as routes } from '@tollgate/contracts';
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
import { TaxProvidersService } from './tax-providers.service.js';

@Controller()
export class TaxProvidersController {
  constructor(private readonly providers: TaxProvidersService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { tax_provider: await this.providers.create(tenant.organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.providers.list(tenant.organizationId, page);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.read>> {
    return { tax_provider: await this.providers.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { tax_provider: await this.providers.update(tenant.organizationId, code, input) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { tax_provider: await this.providers.remove(tenant.organizationId, code) };
  }
}
