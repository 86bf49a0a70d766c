import { Controller, Param } from '@nestjs/common';
import { subscriptionChargeRoutes as routes } from '@tollgate/contracts';
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
import { pathOf } from '../../lifecycle/subscription-path.js';
import { SubscriptionChargesService } from './subscription-charges.service.js';

@Controller()
export class SubscriptionChargesController {
  constructor(private readonly charges: SubscriptionChargesService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.charges.list(tenant.organizationId, pathOf(externalId, page), page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Query() status: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { charge: await this.charges.readCharge(tenant.organizationId, pathOf(externalId, status), code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Query() status: QueryOf<typeof routes.update>,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { charge: await this.charges.update(tenant.organizationId, pathOf(externalId, status), code, raw) };
  }
}
