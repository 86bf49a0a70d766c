import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, type TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { notesByIds } from '../../model/credit-notes/credit-notes.repository.js';
import { invoicesByIds, type InvoiceRow } from '../../model/invoices/invoices.repository.js';

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

/**
 * Excludes drafts and failed invoices, which use no credits yet. A start that waited for its payment used some, even if
 * its invoice was closed: their return follows that use.
 */
async function writtenAmong(transaction: TenantTransaction, ids: string[]): Promise<string[]> {
  const invoices = await invoicesByIds(transaction, ids);
  const notes = await notesByIds(transaction, ids);
  return [...invoices.filter(usesCredits).map(({ id }) => id), ...notes.map(({ id }) => id)];
}

const usesCredits = ({ status, prepaid_credit_amount_cents: cents }: InvoiceRow): boolean =>
  status === 'finalized' || status === 'voided' || ((status === 'open' || status === 'closed') && cents > 0n);
