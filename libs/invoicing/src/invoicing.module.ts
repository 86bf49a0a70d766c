import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { IngestionReaderModule } from '@tollgate/ingestion/reader';
import { EventFeesService } from './advance/event-fees.service.js';
import { EventMessagesController } from './advance/event-messages.controller.js';
import { BillingMessagesController } from './billing/billing-messages.controller.js';
import { BillingRun } from './billing/billing-run.js';
import { FeesController } from './fees/fees.controller.js';
import { FeesService } from './fees/fees.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { InvoicingDatabase } from './invoicing.database.js';
import { ChargeRating } from './usage/charge-rating.js';
import { CurrentUsageService } from './usage/current-usage.service.js';
import { CustomerUsageController } from './usage/customer-usage.controller.js';
import { PastUsageService } from './usage/past-usage.service.js';

/** Rated usage, fees and invoices. */
@Module({
  imports: [IngestionReaderModule],
  controllers: [InvoicesController, FeesController, CustomerUsageController, BillingMessagesController, EventMessagesController],
  providers: [
    InvoicingDatabase, outboxRelayOf(InvoicingDatabase), BillingRun, ChargeRating, CurrentUsageService, EventFeesService, FeesService, InvoicesService,
    PastUsageService,
  ],
})
export class InvoicingModule {}
