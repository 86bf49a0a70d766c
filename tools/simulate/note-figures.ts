// Credit notes in one plain form, from the service or the rater.
import type { State } from './rater/state.ts';
import type { ServiceNote } from './service-objects.ts';

/** How often each line is there. */
export type NoteTable = Record<string, number>;

type Cents = bigint | number;

interface NoteLine {
  customer: string;
  total: Cents;
  credit: Cents;
  refund: Cents;
  offset: Cents;
  balance: Cents;
  taxes: Cents;
  status: string | null;
}

/** Counts equal lines. */
function table(lines: string[]): NoteTable {
  const counts: NoteTable = {};
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
  return counts;
}

const line = ({ customer, total, credit, refund, offset, balance, taxes, status }: NoteLine) =>
  `${customer}: ${total} = ${credit} credit + ${refund} refund + ${offset} offset, taxes ${taxes}, ${balance} left, ${status}`;

export const actualNotes = (notes: ServiceNote[]): NoteTable =>
  table(
    notes.map((note) =>
      line({
        customer: note.customer.external_id,
        total: note.total_amount_cents,
        credit: note.credit_amount_cents,
        refund: note.refund_amount_cents,
        offset: note.offset_amount_cents,
        balance: note.balance_amount_cents,
        taxes: note.taxes_amount_cents,
        status: note.credit_status,
      }),
    ),
  );

export const expectedNotes = (world: State): NoteTable =>
  table(
    world.creditNotes.map((note) =>
      line({
        customer: note.customer.externalId,
        total: note.totalCents,
        credit: note.creditCents,
        refund: note.refundCents,
        offset: note.offsetCents,
        balance: note.balance,
        taxes: note.taxesCents,
        status: note.creditStatus,
      }),
    ),
  );

/** Identifies a note, as `noteKey` of the rater does. */
export const actualNoteKey = (note: ServiceNote): string =>
  [
    note.customer.external_id,
    note.total_amount_cents,
    note.credit_amount_cents,
    note.refund_amount_cents,
    note.offset_amount_cents,
    note.balance_amount_cents,
    note.credit_status,
  ].join(' ');
