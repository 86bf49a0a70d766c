import {
  afterVoidNote,
  splitTotal,
  voidNotes,
  type CreditNoteSplit,
  type NoteRest,
  type VoidNote,
} from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { insertNote } from '../../issuing/adjustments/credit-note.writer.js';
import { tables } from '../../model/invoicing.tables.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import type { Creditable, CreditableFee } from '../credit-notes/creditable.js';

/** The requested credit of a voided invoice, in cents. */
export interface RequestedCredit {
  creditAmountCents: bigint;
  refundAmountCents: bigint;
}

/** The customer's time zone, and the organization's present time in Unix milliseconds. */
interface When {
  timezone: string;
  now: Instant;
}

/**
 * Writes the notes of a voided invoice: one for the requested credit and refund, and a voided one for the rest.
 * Afterwards nothing of the invoice is creditable (invoices, section 9.8).
 * @returns ids of the notes
 */
export async function writeVoidNotes(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  creditable: Creditable,
  credit: RequestedCredit,
  when: When,
): Promise<string[]> {
  const { requested, rest } = voidNotes(creditable.fees, credit, creditable.rest);
  const ids: string[] = [];
  const write = (note: VoidNote<CreditableFee>, left: NoteRest | undefined) =>
    insertVoidNote(transaction, invoice, note, { creditable, left, when });
  if (requested && splitTotal(requested.split) > 0n) ids.push(await write(requested, creditable.rest));
  if (rest) {
    const left = requested && creditable.rest ? afterVoidNote(creditable.rest, requested) : creditable.rest;
    const id = await write(rest, left);
    await useUp(transaction, id, when.now);
    ids.push(id);
  }
  return ids;
}

async function insertVoidNote(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  { items, amounts, split }: VoidNote<CreditableFee>,
  { creditable, left, when }: { creditable: Creditable; left: NoteRest | undefined; when: When },
): Promise<string> {
  return insertNote(transaction, {
    invoice,
    endedSubscriptionId: null,
    reason: 'other',
    items: items.map(({ fee, amountCents }) => ({ fee: fee.row, amountCents })),
    taxes: creditable.taxes,
    amounts,
    split: withinPaid(split, creditable),
    rest: left,
    ...when,
  });
}

/** Omits the final cent if it would refund more than was paid. */
const withinPaid = (split: CreditNoteSplit, { limits: { refundCents } }: Creditable): CreditNoteSplit =>
  split.refundAmountCents > 0n && split.refundAmountCents > refundCents
    ? { ...split, refundAmountCents: refundCents }
    : split;

/** Makes the rest unusable. */
async function useUp(transaction: TenantTransaction, id: string, now: Instant): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({ credit_status: 'voided', balance_amount_cents: 0n, voided_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
}
