import { Controller, Param } from '@nestjs/common';
import { accountingProviderRoutes as routes } from '@tollgate/contracts';
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
import { AccountingProvidersService } from './accounting-providers.service.js';

@Controller()
export class AccountingProvidersController {
  constructor(private readonly providers: AccountingProvidersService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { accounting_provider: await this.providers.create(tenant.organizationId, input) };
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
    return { accounting_provider: await this.providers.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { accounting_provider: await this.providers.update(tenant.organizationId, code, input) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { accounting_provider: await this.providers.remove(tenant.organizationId, code) };
  }

  @Call(routes.syncs)
  async syncs(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Query() filters: QueryOf<typeof routes.syncs>,
  ): Promise<AnswerOf<typeof routes.syncs>> {
    return this.providers.syncs(tenant.organizationId, code, filters);
  }

  @Call(routes.retry)
  async retry(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.retry>> {
    return { accounting_provider: await this.providers.retry(tenant.organizationId, code) };
  }
}
