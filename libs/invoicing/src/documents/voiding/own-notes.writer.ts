import type { TenantTransaction, Instant } from '@tollgate/platform';
import { coveredBalances } from '@tollgate/rating';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { lockNotesOf, setBalances, usableOfVoided } from '../../model/credit-notes/usable-notes.repository.js';

/**
 * Limits the usable notes of a voided invoice, locked by the caller, to its paid amount that has not been returned. The
 * latest notes lose their balance first (invoices, section 9.8).
 * @param made ids of the notes that the void created; null if it requested none
 * @param now Unix ms
 */
export async function coverOwnNotes(
  transaction: TenantTransaction,
  { id }: Pick<InvoiceRow, 'id'>,
  made: string[] | null,
  now: Instant,
): Promise<void> {
  const notes = await lockNotesOf(transaction, id);
  const before = notes.filter((note) => !made?.includes(note.id));
  if (before.every(({ balanceCents }) => balanceCents === 0n)) return;
  const usable = (await usableOfVoided(transaction, [id], made ? [id] : [])).get(id)?.usableCents ?? 0n;
  const taken = notes.filter((note) => made?.includes(note.id)).reduce((sum, note) => sum + note.balanceCents, 0n);
  await setBalances(transaction, coveredBalances(before, usable > taken ? usable - taken : 0n), now);
}
