import { Module } from '@nestjs/common';
import { AddressResolver } from '@tollgate/platform';
import { InvoicingModelModule } from '../model/model.module.js';
import { EngineRequests } from './pending-taxes/engine-requests.service.js';
import { UninvoicedFeeTaxes } from './pending-taxes/uninvoiced-fee-taxes.service.js';
import { TaxMessagesController } from './pending-taxes/tax-messages.controller.js';
import { TaxReports } from './pending-taxes/tax-reports.service.js';
import { UntaxedInvoicesMetrics } from './pending-taxes/untaxed-invoices.metrics.js';
import { UntaxedInvoices } from './pending-taxes/untaxed-invoices.service.js';
import { CreditReservations } from './prepaid-credits/credit-reservations.service.js';
import { EngineClient } from './tax-engines/engine-client.js';
import { EngineOutages } from './tax-engines/engine-outages.js';
import { TaxEngines } from './tax-engines/tax-engines.service.js';
import { TaxConnections } from './tax-sources/tax-connections.js';
import { WaitingStartMessagesController } from './waiting-starts/waiting-start-messages.controller.js';
import { TaxProvidersController } from './tax-connections/tax-providers.controller.js';
import { TaxProvidersService } from './tax-connections/tax-providers.service.js';
import { WrittenDocuments } from './prepaid-credits/written-documents.service.js';

/** Writes invoices, with their deductions and taxes, and connects tax engines. */
@Module({
  imports: [InvoicingModelModule],
  controllers: [WaitingStartMessagesController, TaxMessagesController, TaxProvidersController],
  providers: [
    CreditReservations,
    WrittenDocuments,
    AddressResolver,
    EngineClient,
    EngineOutages,
    TaxEngines,
    TaxConnections,
    EngineRequests,
    UninvoicedFeeTaxes,
    TaxReports,
    UntaxedInvoices,
    UntaxedInvoicesMetrics,
    TaxProvidersService,
  ],
  exports: [CreditReservations, UntaxedInvoices, TaxEngines, EngineOutages, TaxConnections],
})
export class InvoicingIssuingModule {}
