import { Controller, Param } from '@nestjs/common';
import { billingEntityRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { BillingEntitiesService } from './billing-entities.service.js';

@Controller()
export class BillingEntitiesController {
  constructor(private readonly entities: BillingEntitiesService) {}

  @Call(billingEntityRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof billingEntityRoutes.create>,
  ): Promise<AnswerOf<typeof billingEntityRoutes.create>> {
    return this.entities.create(tenant.organizationId, input);
  }

  @Call(billingEntityRoutes.list)
  async list(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<typeof billingEntityRoutes.list>> {
    return { billing_entities: await this.entities.list(tenant.organizationId) };
  }

  @Call(billingEntityRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
  ): Promise<AnswerOf<typeof billingEntityRoutes.read>> {
    return { billing_entity: await this.entities.read(tenant.organizationId, code) };
  }

  @Call(billingEntityRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() input: InputOf<typeof billingEntityRoutes.update>,
  ): Promise<AnswerOf<typeof billingEntityRoutes.update>> {
    return { billing_entity: await this.entities.update(tenant.organizationId, code, input) };
  }
}
