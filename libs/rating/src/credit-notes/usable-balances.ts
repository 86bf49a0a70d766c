/** The payments of a voided invoice and what was returned of them, in cents. */
export interface VoidedWorth {
  /** Actual payments that the void does not refund. */
  readonly paidCents: bigint;
  /** Amounts that its notes have refunded, or have paid on invoices that are not voided. */
  readonly returnedCents: bigint;
}

/** A note with its balance, in cents. */
export interface NoteBalance {
  readonly id: string;
  readonly balanceCents: bigint;
}

/**
 * The unreturned payments of a voided invoice, in cents: its notes stay usable up to this amount (invoices, section
 * 9.8).
 */
export const usableCents = ({ paidCents, returnedCents }: VoidedWorth): bigint =>
  paidCents > returnedCents ? paidCents - returnedCents : 0n;

/**
 * The changed balances after limiting them to a total: the latest notes lose theirs first.
 * @param notes of one invoice, oldest first
 * @param usable cents that may stay
 * @returns the notes that lose balance, with their new balances
 */
export function coveredBalances(notes: readonly NoteBalance[], usable: bigint): NoteBalance[] {
  let left = usable;
  return notes.flatMap(({ id, balanceCents }) => {
    const coveredCents = balanceCents < left ? balanceCents : left;
    left -= coveredCents;
    return coveredCents === balanceCents ? [] : [{ id, balanceCents: coveredCents }];
  });
}
