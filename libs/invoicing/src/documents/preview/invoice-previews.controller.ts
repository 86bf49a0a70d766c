import { Controller } from '@nestjs/common';
import { invoicePreviewRoutes, type RawInput } from '@tollgate/contracts';
import { Call, CurrentTenant, OptionalRawBody, type AnswerOf, type Tenant } from '@tollgate/platform';
import { InvoicePreviewsService } from './invoice-previews.service.js';

@Controller()
export class InvoicePreviewsController {
  constructor(private readonly previews: InvoicePreviewsService) {}

  @Call(invoicePreviewRoutes.preview)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @OptionalRawBody() raw: RawInput,
  ): Promise<AnswerOf<typeof invoicePreviewRoutes.preview>> {
    return { invoice: await this.previews.preview(tenant.organizationId, raw) };
  }
}
