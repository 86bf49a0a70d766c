import {
  centsDecimal,
  creditNoteAmounts,
  Decimal,
  floorTo,
  partsWithin,
  restAfter,
  roundToCents,
  scaledSplit,
  withFinalCent,
  type CreditNoteAmounts,
  type CreditNoteItem,
  type CreditNoteSplit,
  type NoteRest,
} from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { insertNoteTaxes } from '../adjustments/credit-note.writer.js';
import {
  publishNote,
  draftNotesOf,
  itemsOfNotes,
  noteNumber,
  updateCreditNote,
  type CreditNoteRow,
} from '../../model/credit-notes/credit-notes.repository.js';
import { feesOfInvoices, taxesByFee, type FeeRow } from '../../model/fees/fees.repository.js';
import { feeToCredit, noNotes, restOfInvoice } from '../../model/credit-notes/credited-fees.repository.js';
import { findInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { settleOffset } from '../../model/payments/offsets.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/**
 * Adapts draft notes to the new fees of their invoice: scales items by new fee to old fee, and computes amounts again
 * (invoices, section 9.5).
 */
export async function carryDraftNotes(
  transaction: TenantTransaction,
  invoiceId: string,
  oldFees: FeeRow[],
  now: Instant,
): Promise<void> {
  const notes = await draftNotesOf(transaction, invoiceId);
  if (notes.length === 0) return;
  const newFees = await feesOfInvoices(transaction, [invoiceId]);
  const invoice = await findInvoice(transaction, invoiceId);
  // The notes of a draft still change with it, so the draft has no settled rest.
  let rest =
    invoice &&
    restOfInvoice(
      invoice,
      newFees.map((fee) => ({ ...feeToCredit(fee, new Map()), remainingCents: centsDecimal(fee.amount_cents) })),
      noNotes,
    );
  for (const note of notes) {
    const { items, amounts } = await carryNote(transaction, note, { oldFees, newFees, rest, now });
    rest &&= restAfter(rest, items, amounts);
  }
}

const keyOf = (fee: FeeRow) =>
  JSON.stringify([
    fee.subscription_id,
    fee.fee_type,
    fee.charge_id,
    fee.fixed_charge_id,
    fee.charge_filter_id,
    fee.grouped_by,
    fee.true_up_parent_fee_id !== null,
  ]);

interface Carried {
  oldFees: FeeRow[];
  newFees: FeeRow[];
  /** The rest of the final invoice for the note. */
  rest: NoteRest | undefined;
  now: Instant;
}

async function carryNote(
  transaction: TenantTransaction,
  note: CreditNoteRow,
  { oldFees, newFees, rest, now }: Carried,
): Promise<{ items: CreditNoteItem[]; amounts: CreditNoteAmounts }> {
  const credited: { fee: FeeRow; amount: Decimal }[] = [];
  for (const item of await itemsOfNotes(transaction, [note.id])) {
    const before = oldFees.find(({ id }) => id === item.fee_id);
    const fee = before && newFees.find((each) => keyOf(each) === keyOf(before));
    if (!fee || before.amount_cents === 0n) {
      await tables(transaction).deleteFrom('invoicing.credit_note_items').where('id', '=', item.id).execute();
      continue;
    }
    const amount = floorTo(
      new Decimal(item.precise_amount_cents).times(String(fee.amount_cents)).div(String(before.amount_cents)),
      5,
    );
    credited.push({ fee, amount });
    await tables(transaction)
      .updateTable('invoicing.credit_note_items')
      .set({ fee_id: fee.id, amount_cents: roundToCents(amount), precise_amount_cents: amount.toFixed() })
      .where('id', '=', item.id)
      .execute();
  }
  const taxes = await taxesByFee(
    transaction,
    credited.map(({ fee }) => fee.id),
  );
  const items = credited.map(({ fee, amount }) => ({ ...feeToCredit(fee, taxes), amountCents: amount }));
  const amounts = creditNoteAmounts(items, rest);
  // A draft has no payments, so its notes have no refunds.
  const split = withFinalCent(scaledSplit(splitOf(note), amounts.totalAmountCents), amounts);
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({
      total_amount_cents: split.creditAmountCents + split.offsetAmountCents,
      credit_amount_cents: split.creditAmountCents,
      offset_amount_cents: split.offsetAmountCents,
      balance_amount_cents: split.creditAmountCents,
      sub_total_excluding_taxes_amount_cents: amounts.subTotalExcludingTaxesAmountCents,
      coupons_adjustment_amount_cents: amounts.couponsAdjustmentAmountCents,
      precise_coupons_adjustment_amount_cents: amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
      taxes_amount_cents: amounts.taxesAmountCents,
      precise_taxes_amount_cents: amounts.preciseTaxesAmountCents.toFixed(),
      taxes_rate: amounts.taxesRate.toFixed(),
      updated_at: new Date(now),
    })
    .where('id', '=', note.id)
    .execute();
  await tables(transaction).deleteFrom('invoicing.credit_note_taxes').where('credit_note_id', '=', note.id).execute();
  await insertNoteTaxes(transaction, note, { taxes, amounts, now });
  return { items, amounts };
}

const splitOf = (note: CreditNoteRow): CreditNoteSplit => ({
  creditAmountCents: note.credit_amount_cents,
  refundAmountCents: note.refund_amount_cents,
  offsetAmountCents: note.offset_amount_cents,
});

/**
 * Finalizes the draft notes of an invoice under its final number, and deletes those that coupons reduced to zero.
 * Offsets beyond the final open amount become credits, and notes may settle the invoice. The caller locks it.
 */
export async function finalizeDraftNotes(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  now: Instant,
): Promise<void> {
  let dueCents = invoice.total_amount_cents - invoice.total_paid_amount_cents;
  let offset = 0n;
  for (const note of await draftNotesOf(transaction, invoice.id)) {
    if (note.total_amount_cents === 0n) {
      await updateCreditNote(transaction, note.id, { status: 'deleted' }, now);
      continue;
    }
    const split = partsWithin(splitOf(note), { refundCents: note.refund_amount_cents, offsetCents: dueCents });
    dueCents -= split.offsetAmountCents;
    offset += split.offsetAmountCents;
    const final = {
      status: 'finalized',
      number: noteNumber(invoice.number, note.sequential_id),
      credit_amount_cents: split.creditAmountCents,
      balance_amount_cents: split.creditAmountCents,
      offset_amount_cents: split.offsetAmountCents,
    } as const;
    await updateCreditNote(transaction, note.id, final, now);
    await publishNote(transaction, note, now);
  }
  await settleOffset(transaction, invoice, offset, now);
}
