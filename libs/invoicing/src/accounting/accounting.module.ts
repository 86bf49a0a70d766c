import { Module } from '@nestjs/common';
import { AddressResolver } from '@tollgate/platform';
import { InvoicingModelModule } from '../model/model.module.js';
import { AccountingProvidersController } from './connections/accounting-providers.controller.js';
import { AccountingProvidersService } from './connections/accounting-providers.service.js';
import { AccountingConnections } from './sources/accounting-connections.js';
import { AccountingMessagesController } from './syncs/accounting-messages.controller.js';
import { AccountingSyncsMetrics } from './syncs/accounting-syncs.metrics.js';
import { AccountingSyncs } from './syncs/accounting-syncs.service.js';
import { AccountingSystems } from './systems/accounting-systems.js';
import { CallPace } from './xero/call-pace.js';
import { XeroClient } from './xero/xero-client.js';
import { XeroLedger } from './xero/xero-ledger.service.js';

/** Connects accounting systems, and sends them contacts, invoices, credit notes and payments. */
@Module({
  imports: [InvoicingModelModule],
  controllers: [AccountingMessagesController, AccountingProvidersController],
  providers: [
    AddressResolver,
    CallPace,
    XeroClient,
    XeroLedger,
    AccountingSystems,
    AccountingConnections,
    AccountingSyncs,
    AccountingSyncsMetrics,
    AccountingProvidersService,
  ],
})
export class InvoicingAccountingModule {}
