import { Module } from '@nestjs/common';
import { erasureMessagesOf } from '@tollgate/platform';
import { InvoicingAccountingModule } from './accounting/accounting.module.js';
import { InvoicingBillingModule } from './billing/billing.module.js';
import { InvoicingDocumentsModule } from './documents/documents.module.js';
import { InvoicingErasure } from './erasure/invoicing-erasure.js';
import { InvoicingDatabase } from './invoicing.database.js';
import { InvoicingIssuingModule } from './issuing/issuing.module.js';
import { InvoicingModelModule } from './model/model.module.js';
import { InvoicingReportsModule } from './reports/reports.module.js';
import { InvoicingUsageModule } from './usage/usage.module.js';

/** Rated usage, fees and invoices. */
@Module({
  imports: [
    InvoicingModelModule,
    InvoicingIssuingModule,
    InvoicingBillingModule,
    InvoicingDocumentsModule,
    InvoicingUsageModule,
    InvoicingReportsModule,
    InvoicingAccountingModule,
  ],
  controllers: [erasureMessagesOf(InvoicingDatabase, 'invoicing')],
  providers: [InvoicingErasure],
})
export class InvoicingModule {}
