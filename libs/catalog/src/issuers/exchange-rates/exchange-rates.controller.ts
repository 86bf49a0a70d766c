import { Controller, Param } from '@nestjs/common';
import { exchangeRateRoutes as routes } from '@tollgate/contracts';
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
import { ExchangeRatesService } from './exchange-rates.service.js';

@Controller()
export class ExchangeRatesController {
  constructor(private readonly rates: ExchangeRatesService) {}

  @Call(routes.upsert)
  async upsert(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.upsert>,
  ): Promise<AnswerOf<typeof routes.upsert>> {
    return { exchange_rate: await this.rates.upsert(tenant.organizationId, input) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.rates.list(tenant.organizationId, filters);
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('svc_id') id: string): Promise<AnswerOf<typeof routes.remove>> {
    return { exchange_rate: await this.rates.remove(tenant.organizationId, id) };
  }
}
