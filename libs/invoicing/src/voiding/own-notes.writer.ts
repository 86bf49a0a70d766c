import type { TenantTransaction, Instant } from '@tollgate/platform';
import { coveredBalances } from '@tollgate/rating';
import type { InvoiceRow } from '../repositories/invoices.repository.js';
import { lockNotesOf, setBalances, usableOfVoided } from '../repositories/usable-notes.repository.js';

/**
 * What stays usable of the notes that a voided invoice, held by the caller, had before never exceeds what was paid of it and
 * has not come back: the latest ones lose their balance first (invoices, section 9.8).
 * @param made ids of the notes that were made with the void; null where none were wanted
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
