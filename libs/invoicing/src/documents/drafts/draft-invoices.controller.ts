import { Controller, Param } from '@nestjs/common';
import { invoiceRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { DraftInvoicesService } from './draft-invoices.service.js';

@Controller()
export class DraftInvoicesController {
  constructor(private readonly drafts: DraftInvoicesService) {}

  @Call(invoiceRoutes.refresh)
  async refresh(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceRoutes.refresh>> {
    return { invoice: await this.drafts.refresh(tenant.organizationId, id) };
  }

  @Call(invoiceRoutes.finalize)
  async finalize(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceRoutes.finalize>> {
    return { invoice: await this.drafts.finalize(tenant.organizationId, id) };
  }
}
