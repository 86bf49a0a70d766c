import { Controller, Param } from '@nestjs/common';
import { invoiceChangeRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { VoidedInvoicesService } from '../voiding/voided-invoices.service.js';
import { InvoiceChangesService } from './invoice-changes.service.js';
import { InvoiceUpdatesService } from './invoice-updates.service.js';

@Controller()
export class InvoiceChangesController {
  constructor(
    private readonly updates: InvoiceUpdatesService,
    private readonly voided: VoidedInvoicesService,
    private readonly changes: InvoiceChangesService,
  ) {}

  @Call(invoiceChangeRoutes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() raw: InputOf<typeof invoiceChangeRoutes.update>,
  ): Promise<AnswerOf<typeof invoiceChangeRoutes.update>> {
    return { invoice: await this.updates.update(tenant.organizationId, id, raw) };
  }

  @Call(invoiceChangeRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceChangeRoutes.remove>> {
    return { invoice: await this.changes.remove(tenant.organizationId, id) };
  }

  @Call(invoiceChangeRoutes.void)
  async void(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
    @Input() input: InputOf<typeof invoiceChangeRoutes.void>,
  ): Promise<AnswerOf<typeof invoiceChangeRoutes.void>> {
    return { invoice: await this.voided.void(tenant.organizationId, id, input) };
  }

  @Call(invoiceChangeRoutes.loseDispute)
  async loseDispute(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof invoiceChangeRoutes.loseDispute>> {
    return { invoice: await this.changes.loseDispute(tenant.organizationId, id) };
  }
}
