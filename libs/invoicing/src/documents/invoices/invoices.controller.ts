import { Controller, Param } from '@nestjs/common';
import { invoiceRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { InvoicesService } from './invoices.service.js';

@Controller()
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Call(invoiceRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof invoiceRoutes.list>,
  ): Promise<AnswerOf<typeof invoiceRoutes.list>> {
    return this.invoices.list(tenant.organizationId, filters);
  }

  @Call(invoiceRoutes.listOfCustomer)
  async listOfCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof invoiceRoutes.listOfCustomer>,
  ): Promise<AnswerOf<typeof invoiceRoutes.listOfCustomer>> {
    return this.invoices.list(tenant.organizationId, filters, externalCustomerId);
  }

  @Call(invoiceRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceRoutes.read>> {
    return { invoice: await this.invoices.read(tenant.organizationId, id) };
  }
}
