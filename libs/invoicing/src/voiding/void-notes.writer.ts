import { restAfter, splitTotal, voidNotes, type CreditNoteSplit, type NoteRest, type VoidNote } from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { insertNote } from '../adjustments/credit-note.writer.js';
import { tables } from '../tables/invoicing.tables.js';
import type { InvoiceRow } from '../repositories/invoices.repository.js';
import type { Creditable, CreditableFee } from '../credit-notes/creditable.js';

/** How a voided invoice is credited, in cents. */
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
 * Writes the notes of an invoice that is voided: one of what is credited and refunded, and a voided one of the rest, after
 * which nothing of the invoice can be credited (invoices, section 9.8).
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
    const left = requested && creditable.rest ? restAfter(creditable.rest, requested.amounts) : creditable.rest;
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

/** The final cent is left out where it would pay back more than was paid. */
const withinPaid = (split: CreditNoteSplit, { limits: { refundCents } }: Creditable): CreditNoteSplit =>
  split.refundAmountCents > 0n && split.refundAmountCents > refundCents
    ? { ...split, refundAmountCents: refundCents }
    : split;

/** The rest is nobody's to use. */
async function useUp(transaction: TenantTransaction, id: string, now: Instant): Promise<void> {
  const at = new Date(now);
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({ credit_status: 'voided', balance_amount_cents: 0n, voided_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
}
