import { Controller, Param } from '@nestjs/common';
import { paymentMethodRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller()
export class PaymentMethodsController {
  constructor(private readonly methods: PaymentMethodsService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.methods.list(tenant.organizationId, externalCustomerId, filters);
  }

  @Call(routes.setAsDefault)
  async setAsDefault(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
  ): Promise<AnswerOf<typeof routes.setAsDefault>> {
    return this.methods.find(tenant.organizationId, externalCustomerId);
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return this.methods.find(tenant.organizationId, externalCustomerId);
  }

  @Call(routes.checkoutUrl)
  async checkoutUrl(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
  ): Promise<AnswerOf<typeof routes.checkoutUrl>> {
    return this.methods.checkoutUrl(tenant.organizationId, externalCustomerId);
  }
}
