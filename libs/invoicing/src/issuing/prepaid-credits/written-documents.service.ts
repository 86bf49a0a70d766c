import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, type TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { notesByIds } from '../../model/repositories/credit-notes.repository.js';
import { invoicesByIds } from '../../model/repositories/invoices.repository.js';

/** Reports which documents with reserved credits were written. */
@Injectable()
export class WrittenDocuments implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'document.written_among', async ({ organization_id, ids }) => ({
      ids: await this.database.tenant(organization_id, (transaction) => writtenAmong(transaction, ids)),
    }));
  }
}

/** Excludes drafts and failed invoices, which use no credits yet. */
async function writtenAmong(transaction: TenantTransaction, ids: string[]): Promise<string[]> {
  const invoices = await invoicesByIds(transaction, ids);
  const notes = await notesByIds(transaction, ids);
  return [
    ...invoices.filter(({ status }) => status === 'finalized' || status === 'voided').map(({ id }) => id),
    ...notes.map(({ id }) => id),
  ];
}
