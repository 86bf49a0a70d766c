import { Module } from '@nestjs/common';
import { CustomerCurrencies } from '@tollgate/subscription/reader';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingIssuingModule } from '../issuing/issuing.module.js';
import { InvoicingBillingModule } from '../billing/billing.module.js';
import { DocumentActsService } from './bulk-acts/document-acts.service.js';
import { GeneratedFilesController } from './changes/generated-files.controller.js';
import { InvoiceChangesController } from './changes/invoice-changes.controller.js';
import { DisputeReports } from './changes/dispute-reports.service.js';
import { InvoiceChangesService } from './changes/invoice-changes.service.js';
import { InvoiceUpdatesService } from './changes/invoice-updates.service.js';
import { AppliedCouponsController, CouponMessagesController } from './coupons/applied-coupons.controller.js';
import { AppliedCouponsService } from './coupons/applied-coupons.service.js';
import { CreditNoteChangesController } from './credit-notes/credit-note-changes.controller.js';
import { CreditNoteChangesService } from './credit-notes/credit-note-changes.service.js';
import { CreditNotesController } from './credit-notes/credit-notes.controller.js';
import { CreditNotesService } from './credit-notes/credit-notes.service.js';
import { RefundMessagesController } from './credit-notes/refund-messages.controller.js';
import { RequestedNotesService } from './credit-notes/requested-notes.service.js';
import { CreditSaleMessagesController } from './credit-sales/credit-sale-messages.controller.js';
import { DraftInvoicesController } from './drafts/draft-invoices.controller.js';
import { DraftInvoicesService } from './drafts/draft-invoices.service.js';
import { DraftMessagesController } from './drafts/draft-messages.controller.js';
import { DraftSettingsController } from './drafts/draft-settings.controller.js';
import { FailedInvoicesController } from './failures/failed-invoices.controller.js';
import { FailedInvoicesMetrics } from './failures/failed-invoices.metrics.js';
import { FailedInvoicesService } from './failures/failed-invoices.service.js';
import { FeesController } from './fees/fees.controller.js';
import { FeesService } from './fees/fees.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { PortalNotesController } from './credit-notes/portal-notes.controller.js';
import { PortalInvoicesController } from './invoices/portal-invoices.controller.js';
import { OneOffInvoicesController } from './one-off/one-off-invoices.controller.js';
import { OneOffInvoicesService } from './one-off/one-off-invoices.service.js';
import { InvoicePaymentsService } from './payments/invoice-payments.service.js';
import { InvoicePreviewsController } from './preview/invoice-previews.controller.js';
import { InvoicePreviewsService } from './preview/invoice-previews.service.js';
import { PortalPreviewsController } from './preview/portal-previews.controller.js';
import { PortalPreviewsService } from './preview/portal-previews.service.js';
import { PreviewTaxes } from './preview/preview-taxes.service.js';
import { VoidedInvoicesService } from './voiding/voided-invoices.service.js';

/** Invoices, fees, credit notes and coupons as resources, and what callers do to them. */
@Module({
  imports: [InvoicingModelModule, InvoicingIssuingModule, InvoicingBillingModule],
  controllers: [
    AppliedCouponsController,
    CreditSaleMessagesController,
    CouponMessagesController,
    CreditNoteChangesController,
    CreditNotesController,
    RefundMessagesController,
    DraftInvoicesController,
    DraftMessagesController,
    DraftSettingsController,
    FailedInvoicesController,
    FeesController,
    InvoiceChangesController,
    GeneratedFilesController,
    InvoicePreviewsController,
    PortalPreviewsController,
    InvoicesController,
    OneOffInvoicesController,
    PortalInvoicesController,
    PortalNotesController,
  ],
  providers: [
    AppliedCouponsService,
    CreditNoteChangesService,
    CreditNotesService,
    RequestedNotesService,
    DraftInvoicesService,
    DocumentActsService,
    FailedInvoicesService,
    FailedInvoicesMetrics,
    FeesService,
    InvoiceChangesService,
    DisputeReports,
    InvoicePaymentsService,
    InvoicePreviewsService,
    PortalPreviewsService,
    PreviewTaxes,
    InvoicesService,
    InvoiceUpdatesService,
    OneOffInvoicesService,
    VoidedInvoicesService,
    CustomerCurrencies,
  ],
})
export class InvoicingDocumentsModule {}
