import { Controller, Param } from '@nestjs/common';
import { invoiceRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { FailedInvoicesService } from './failed-invoices.service.js';

@Controller()
export class FailedInvoicesController {
  constructor(private readonly invoices: FailedInvoicesService) {}

  @Call(invoiceRoutes.retry)
  async retry(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceRoutes.retry>> {
    return { invoice: await this.invoices.retry(tenant.organizationId, id) };
  }
}
