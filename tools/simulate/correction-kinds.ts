// Kinds of calls on invoices, which are dimensions of lives, and their share of lives.

export const correctionShares = {
  payments: 0.5,
  credit_notes: 0.4,
  voids: 0.3,
  one_offs: 0.3,
  disputes: 0.15,
  note_by_note: 0.25,
};

export type CorrectionKind = keyof typeof correctionShares;
