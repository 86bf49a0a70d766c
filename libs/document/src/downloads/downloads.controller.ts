import { Controller, Param } from '@nestjs/common';
import { downloadRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { DownloadsService } from './downloads.service.js';

@Controller()
export class DownloadsController {
  constructor(private readonly downloads: DownloadsService) {}

  @Call(routes.invoice)
  async invoice(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoice>> {
    return { invoice: await this.downloads.invoice(tenant.organizationId, id) };
  }

  @Call(routes.invoicePdf)
  async invoicePdf(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoicePdf>> {
    return { invoice: await this.downloads.invoice(tenant.organizationId, id) };
  }

  @Call(routes.creditNote)
  async creditNote(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.creditNote>> {
    return { credit_note: await this.downloads.creditNote(tenant.organizationId, id) };
  }

  @Call(routes.creditNotePdf)
  async creditNotePdf(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.creditNotePdf>> {
    return { credit_note: await this.downloads.creditNote(tenant.organizationId, id) };
  }

  @Call(routes.invoiceXml)
  async invoiceXml(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.invoiceXml>> {
    return { invoice: await this.downloads.invoice(tenant.organizationId, id) };
  }

  @Call(routes.creditNoteXml)
  async creditNoteXml(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.creditNoteXml>> {
    return { credit_note: await this.downloads.creditNote(tenant.organizationId, id) };
  }

  @Call(routes.paymentReceipt)
  async paymentReceipt(
    @CurrentTenant() tenant: Tenant,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.paymentReceipt>> {
    return { payment_receipt: await this.downloads.paymentReceipt(tenant.organizationId, id) };
  }
}
