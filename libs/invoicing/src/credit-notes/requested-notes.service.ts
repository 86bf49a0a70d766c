import { Injectable } from '@nestjs/common';
import {
  CreditNoteCreate,
  CreditNoteEstimate,
  visibleInvoiceStatuses,
  type CreditNote,
  type EstimatedCreditNote,
} from '@tollgate/contracts';
import { Clock, isId, NotAllowed, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { insertNote } from '../adjustments/credit-note.writer.js';
import { readGiven } from '../given.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { announceNote, notesByIds } from '../rows/credit-notes.repository.js';
import { findInvoice, lockInvoice, type InvoiceRow } from '../rows/invoices.repository.js';
import { settleOffset } from '../rows/offsets.repository.js';
import { presentCreditNotes } from './credit-note.presenter.js';
import { creditableOf, type Creditable } from './creditable.js';
import { presentEstimate } from './estimated-note.presenter.js';
import { amountsOfItems, judgeItems, judgeSplit, type NoteItem } from './note-items.rules.js';

/** Credit notes that are asked for, and what they would come to (invoices, sections 6.3 and 6.4). */
@Injectable()
export class RequestedNotesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Of two that are asked for at once, the second waits for the first and sees what it left. A note on a draft is a draft
   * until its invoice is final. @throws NotFound, NotAllowed, ValidationFailed, in the order of the reference
   */
  async create(organizationId: string, given: Record<string, unknown>): Promise<CreditNote> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const invoice = await invoiceToCredit(transaction, given, (id) => lockInvoice(transaction, id));
      const input = readGiven(CreditNoteCreate, given);
      const { items, amounts, creditable } = await itemsOn(transaction, invoice, input.items);
      const split = judgeSplit(input, amounts, creditable.limits);
      const { timezone } = await readCustomerView(transaction, invoice.customer_id);
      const id = await insertNote(transaction, {
        invoice,
        endedSubscriptionId: null,
        reason: input.reason ?? 'other',
        description: input.description,
        metadata: input.metadata as CreditNote['metadata'] | undefined,
        items: items.map(({ fee, amountCents }) => ({ fee: fee.row, amountCents })),
        taxes: creditable.taxes,
        amounts,
        split,
        timezone,
        now,
      });
      if (invoice.status !== 'draft') {
        const { organization_id, customer_id } = invoice;
        await announceNote(transaction, { id, organization_id, customer_id }, now);
        await settleOffset(transaction, invoice, split.offsetAmountCents, now);
      }
      const [note] = await presentCreditNotes(transaction, await notesByIds(transaction, [id]));
      return note as CreditNote;
    });
  }

  /** @throws NotFound, NotAllowed, ValidationFailed */
  async estimate(organizationId: string, given: Record<string, unknown>): Promise<EstimatedCreditNote> {
    return this.database.tenant(organizationId, async (transaction) => {
      const invoice = await invoiceToCredit(transaction, given, (id) => findInvoice(transaction, id));
      const { items, amounts, creditable } = await itemsOn(
        transaction,
        invoice,
        readGiven(CreditNoteEstimate, given).items,
      );
      return presentEstimate(invoice, { items, amounts, creditable });
    });
  }
}

/** The first three checks. Top-ups of wallets are not creditable while there are no wallets to take from. */
async function invoiceToCredit(
  transaction: TenantTransaction,
  { invoice_id: id, items }: Record<string, unknown>,
  find: (id: string) => Promise<InvoiceRow | undefined>,
): Promise<InvoiceRow> {
  const invoice = typeof id === 'string' && isId(id) ? await find(id) : undefined;
  if (!invoice || !visibleInvoiceStatuses.some((status) => status === invoice.status)) throw new NotFound('invoice');
  if (invoice.invoice_type === 'credit') throw new NotAllowed('invalid_type_or_status');
  if (!Array.isArray(items)) throw new ValidationFailed({ items: ['must_be_an_array'] });
  return invoice;
}

async function itemsOn(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  given: Record<string, unknown>[] | undefined,
): Promise<{ items: NoteItem[]; amounts: ReturnType<typeof amountsOfItems>; creditable: Creditable }> {
  const creditable = await creditableOf(transaction, invoice);
  const items = judgeItems(given ?? [], creditable.fees);
  return { items, amounts: amountsOfItems(items, creditable), creditable };
}
