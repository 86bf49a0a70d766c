import { Controller, Param } from '@nestjs/common';
import { subscriptionFixedChargeRoutes as routes } from '@tollgate/contracts';
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
import { SubscriptionFixedChargesService } from './subscription-fixed-charges.service.js';

@Controller()
export class SubscriptionFixedChargesController {
  constructor(private readonly fixedCharges: SubscriptionFixedChargesService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.fixedCharges.list(tenant.organizationId, pathOf(externalId, page), page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('fixed_charge_code') code: string,
    @Query() status: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { fixed_charge: await this.fixedCharges.read(tenant.organizationId, pathOf(externalId, status), code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('fixed_charge_code') code: string,
    @Query() status: QueryOf<typeof routes.update>,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return {
      fixed_charge: await this.fixedCharges.update(tenant.organizationId, pathOf(externalId, status), code, raw),
    };
  }
}
