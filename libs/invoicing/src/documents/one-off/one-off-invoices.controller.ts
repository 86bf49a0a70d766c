import { Controller } from '@nestjs/common';
import { oneOffInvoiceRoutes } from '@tollgate/contracts';
import { Body, Call, CurrentTenant, type AnswerOf, type BodyOf, type Tenant } from '@tollgate/platform';
import { OneOffInvoicesService } from './one-off-invoices.service.js';

@Controller()
export class OneOffInvoicesController {
  constructor(private readonly invoices: OneOffInvoicesService) {}

  @Call(oneOffInvoiceRoutes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Body() input: BodyOf<typeof oneOffInvoiceRoutes.create>,
  ): Promise<AnswerOf<typeof oneOffInvoiceRoutes.create>> {
    return { invoice: await this.invoices.create(tenant.organizationId, input) };
  }
}
