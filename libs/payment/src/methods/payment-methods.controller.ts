import { Controller, Param } from '@nestjs/common';
import { paymentMethodRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { InvoicePaymentsService } from '../collection/charging/invoice-payments.service.js';
import { PaymentMethodsService } from './payment-methods.service.js';

@Controller()
export class PaymentMethodsController {
  constructor(
    private readonly methods: PaymentMethodsService,
    private readonly payments: InvoicePaymentsService,
  ) {}

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
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.setAsDefault>> {
    return { payment_method: await this.methods.setAsDefault(tenant.organizationId, externalCustomerId, id) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { payment_method: await this.methods.remove(tenant.organizationId, externalCustomerId, id) };
  }

  @Call(routes.checkoutUrl)
  async checkoutUrl(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
  ): Promise<AnswerOf<typeof routes.checkoutUrl>> {
    return { customer: await this.payments.checkoutUrl(tenant.organizationId, externalCustomerId) };
  }
}
