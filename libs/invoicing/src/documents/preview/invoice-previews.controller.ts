import { Controller } from '@nestjs/common';
import { invoicePreviewRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { InvoicePreviewsService } from './invoice-previews.service.js';

@Controller()
export class InvoicePreviewsController {
  constructor(private readonly previews: InvoicePreviewsService) {}

  @Call(invoicePreviewRoutes.preview)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof invoicePreviewRoutes.preview>,
  ): Promise<AnswerOf<typeof invoicePreviewRoutes.preview>> {
    return { invoice: await this.previews.preview(tenant.organizationId, raw) };
  }
}
