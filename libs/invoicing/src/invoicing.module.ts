import { Module } from '@nestjs/common';
import { InvoicingAccountingModule } from './accounting/accounting.module.js';
import { InvoicingBillingModule } from './billing/billing.module.js';
import { InvoicingDocumentsModule } from './documents/documents.module.js';
import { InvoicingIssuingModule } from './issuing/issuing.module.js';
import { InvoicingReportsModule } from './reports/reports.module.js';
import { InvoicingUsageModule } from './usage/usage.module.js';

/** Rated usage, fees and invoices. */
@Module({
  imports: [
    InvoicingIssuingModule,
    InvoicingBillingModule,
    InvoicingDocumentsModule,
    InvoicingUsageModule,
    InvoicingReportsModule,
    InvoicingAccountingModule,
  ],
})
export class InvoicingModule {}
