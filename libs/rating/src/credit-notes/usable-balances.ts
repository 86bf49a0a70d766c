/** An invoice that was voided, and what became of what it brought, in cents. */
export interface VoidedWorth {
  /** What was really paid of it and is not given back by the void. */
  readonly paidCents: bigint;
  /** What its notes have paid back, or paid of invoices that stand. */
  readonly returnedCents: bigint;
}

/** A note with what is left of it, in cents. */
export interface NoteBalance {
  readonly id: string;
  readonly balanceCents: bigint;
}

/** What was paid of a voided invoice and has not come back, in cents: as much of its notes stays usable (invoices, section 9.8). */
export const usableCents = ({ paidCents, returnedCents }: VoidedWorth): bigint =>
  paidCents > returnedCents ? paidCents - returnedCents : 0n;

/**
 * The balances that change so that all of them are covered: the latest notes lose theirs first.
 * @param notes of one invoice, oldest first
 * @param usable cents that may stay
 * @returns the notes that lose something, with the balances that stay
 */
export function coveredBalances(notes: readonly NoteBalance[], usable: bigint): NoteBalance[] {
  let left = usable;
  return notes.flatMap(({ id, balanceCents }) => {
    const usableCents = balanceCents < left ? balanceCents : left;
    left -= usableCents;
    return usableCents === balanceCents ? [] : [{ id, balanceCents: usableCents }];
  });
}
