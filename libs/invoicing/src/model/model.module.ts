import { Module } from '@nestjs/common';
import { outboxRelayOf } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { InvoicingQueues } from './queues/invoicing-queues.js';

/** The tables of invoicing and its queue of billing work. */
@Module({
  providers: [InvoicingDatabase, outboxRelayOf(InvoicingDatabase), InvoicingQueues],
  exports: [InvoicingDatabase, InvoicingQueues],
})
export class InvoicingModelModule {}
