import { Injectable } from '@nestjs/common';
import type { CreditNote, CreditNoteExpansion, CreditNoteFilters, Meta, ReadCreditNote } from '@tollgate/contracts';
import { isId, NotFound } from '@tollgate/platform';
import type { CustomerName } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { restrict } from '../../model/invoices/restriction.repository.js';
import { presentCreditNotes, presentUse } from './credit-note.presenter.js';
import { findCreditNote, listCreditNotes, usesOfNote } from '../../model/credit-notes/credit-notes.repository.js';

/** Reads credit notes. */
@Injectable()
export class CreditNotesService {
  constructor(private readonly database: InvoicingDatabase) {}

  /** @param only the customer of a path or of the portal; then it must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: CreditNoteFilters,
    only?: CustomerName,
  ): Promise<{ credit_notes: CreditNote[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const restriction = await restrict(transaction, filters, only, 'invoicing.credit_notes');
      const { rows, meta } = await listCreditNotes(transaction, filters, restriction);
      return { credit_notes: await presentCreditNotes(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string, expand: CreditNoteExpansion['expand'] = []): Promise<ReadCreditNote> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findCreditNote(transaction, id) : undefined;
      if (!row) throw new NotFound('credit_note');
      const [note] = await presentCreditNotes(transaction, [row]);
      if (!expand.includes('uses')) return note as CreditNote;
      return { ...(note as CreditNote), uses: (await usesOfNote(transaction, id)).map(presentUse) };
    });
  }
}
