import type { TenantTransaction } from '@tollgate/platform';
import {
  lockNotesUsedBy,
  setBalances,
  usableOfVoided,
  type NoteUse,
} from '../../model/credit-notes/usable-notes.repository.js';
import type { VoidedInvoice } from './adjustment.js';

/**
 * Returns to credit notes the amounts that they paid of a voided invoice; they are available again (invoices, sections
 * 6.6 and 9.8). A note with a voided invoice of its own regains at most the paid amount of that. Returns nothing if the
 * void creates a credit note.
 */
export async function returnNotes(transaction: TenantTransaction, { id, now, credited }: VoidedInvoice): Promise<void> {
  if (credited) return;
  const uses = await lockNotesUsedBy(transaction, id);
  const room = await roomOf(transaction, uses);
  const balances = uses.flatMap(({ noteId, ownInvoiceId, balanceCents, cents }) => {
    const left = room.get(ownInvoiceId) ?? cents;
    const back = cents < left ? cents : left;
    if (room.has(ownInvoiceId)) room.set(ownInvoiceId, left - back);
    return back > 0n ? [{ id: noteId, balanceCents: balanceCents + back }] : [];
  });
  await setBalances(transaction, balances, now);
}

/** The amounts that may return to the notes of voided invoices, in cents, by invoice. */
async function roomOf(transaction: TenantTransaction, uses: NoteUse[]): Promise<Map<string, bigint>> {
  const voided = uses.filter(({ ownInvoiceVoided }) => ownInvoiceVoided);
  if (voided.length === 0) return new Map();
  const idsOf = (some: NoteUse[]) => [...new Set(some.map(({ ownInvoiceId }) => ownInvoiceId))];
  const credited = voided.filter(({ ownInvoiceCredited }) => ownInvoiceCredited);
  const usable = await usableOfVoided(transaction, idsOf(voided), idsOf(credited));
  return new Map(
    [...usable].map(([id, { usableCents, availableCents }]) => [
      id,
      usableCents > availableCents ? usableCents - availableCents : 0n,
    ]),
  );
}
