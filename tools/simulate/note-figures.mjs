// Credit notes in one plain form, from the service or the rater.

/** Counts equal lines. */
function table(lines) {
  const counts = {};
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1;
  return counts;
}

const line = ({ customer, total, credit, refund, offset, balance, taxes, status }) =>
  `${customer}: ${total} = ${credit} credit + ${refund} refund + ${offset} offset, taxes ${taxes}, ${balance} left, ${status}`;

export const actualNotes = (notes) =>
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

export const expectedNotes = (world) =>
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
export const actualNoteKey = (note) =>
  [
    note.customer.external_id,
    note.total_amount_cents,
    note.credit_amount_cents,
    note.refund_amount_cents,
    note.offset_amount_cents,
    note.balance_amount_cents,
    note.credit_status,
  ].join(' ');
