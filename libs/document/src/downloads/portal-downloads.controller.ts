import { Controller, Param } from '@nestjs/common';
import {
  portalDocumentRoutes as routes,
  PortalCreditNote,
  PortalInvoice,
  PortalPaymentReceipt,
  portalRoutes,
  shownFields,
} from '@tollgate/contracts';
import { Call, CurrentCustomer, Query, type AnswerOf, type CallingCustomer, type QueryOf } from '@tollgate/platform';
import { StatementsService } from '../statements/statements.service.js';
import { DownloadsService } from './downloads.service.js';

/** The files that customers request in the portal (customers, section 3). */
@Controller()
export class PortalDownloadsController {
  constructor(
    private readonly downloads: DownloadsService,
    private readonly statements: StatementsService,
  ) {}

  @Call(portalRoutes.download)
  async invoice(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof portalRoutes.download>> {
    return { invoice: shownFields(PortalInvoice, await this.downloads.invoice(organizationId, id, customerId)) };
  }

  @Call(routes.downloadCreditNote)
  async creditNote(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.downloadCreditNote>> {
    const note = await this.downloads.creditNote(organizationId, id, customerId);
    return { credit_note: shownFields(PortalCreditNote, note) };
  }

  @Call(routes.downloadPaymentReceipt)
  async paymentReceipt(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Param('svc_id') id: string,
  ): Promise<AnswerOf<typeof routes.downloadPaymentReceipt>> {
    const receipt = await this.downloads.paymentReceipt(organizationId, id, customerId);
    return { payment_receipt: shownFields(PortalPaymentReceipt, receipt) };
  }

  @Call(routes.downloadStatement)
  async statement(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.downloadStatement>,
  ): Promise<AnswerOf<typeof routes.downloadStatement>> {
    return { customer_statement: await this.statements.file(organizationId, { id: customerId }, filters) };
  }
}
