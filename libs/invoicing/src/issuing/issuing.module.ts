import { Module } from '@nestjs/common';
import { InvoicingModelModule } from '../model/model.module.js';
import { UntaxedInvoicesMetrics } from './pending-taxes/untaxed-invoices.metrics.js';
import { UntaxedInvoices } from './pending-taxes/untaxed-invoices.service.js';
import { CreditReservations } from './prepaid-credits/credit-reservations.service.js';
import { WaitingStartMessagesController } from './waiting-starts/waiting-start-messages.controller.js';
import { WrittenDocuments } from './prepaid-credits/written-documents.service.js';

/** Writes invoices, with their deductions and taxes. */
@Module({
  imports: [InvoicingModelModule],
  controllers: [WaitingStartMessagesController],
  providers: [CreditReservations, WrittenDocuments, UntaxedInvoices, UntaxedInvoicesMetrics],
  exports: [CreditReservations, UntaxedInvoices],
})
export class InvoicingIssuingModule {}
