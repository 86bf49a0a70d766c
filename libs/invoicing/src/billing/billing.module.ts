import { Module } from '@nestjs/common';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { InvoicingModelModule } from '../model/model.module.js';
import { InvoicingRatingModule } from '../rating/rating.module.js';
import { InvoicingIssuingModule } from '../issuing/issuing.module.js';
import { BillingMessagesController } from './billing-runs/billing-messages.controller.js';
import { BillingRun } from './billing-runs/billing-run.service.js';
import { BillingWorker } from './billing-runs/billing-worker.js';
import { GroupInvoices } from './billing-runs/group-invoices.service.js';
import { InvoiceLines } from './billing-runs/invoice-lines.service.js';
import { InvoicingDueWorkMetrics } from './due-work/invoicing-due-work.metrics.js';
import { InvoicingDueWork } from './due-work/invoicing.due-work.js';
import { OverduePayments } from './due-work/overdue-payments.js';
import { FixedChargeInvoices } from './fixed-charges/fixed-charge-invoices.service.js';
import { Consolidation } from './in-advance/consolidation.service.js';
import { EventFeesService } from './in-advance/event-fees.service.js';
import { EventMessagesController } from './in-advance/event-messages.controller.js';
import { Renewals } from './in-advance/renewals.service.js';
import { InvoicingReconciler } from './reconciliation/invoicing-reconciler.service.js';

/** Bills what is due: runs, charges in advance, units of fixed charges. */
@Module({
  imports: [IngestionReaderModule, InvoicingModelModule, InvoicingRatingModule, InvoicingIssuingModule],
  controllers: [BillingMessagesController, EventMessagesController],
  providers: [
    BillingRun,
    GroupInvoices,
    InvoiceLines,
    BillingWorker,
    EventFeesService,
    FixedChargeInvoices,
    InvoicingDueWork,
    OverduePayments,
    Consolidation,
    Renewals,
    InvoicingReconciler,
    InvoicingDueWorkMetrics,
  ],
  exports: [InvoiceLines],
})
export class InvoicingBillingModule {}
