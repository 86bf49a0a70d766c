import { applyCreditNotes, Decimal, type NotesResult } from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { priceInvoice } from '../lines/new-invoice.js';
import { tables } from '../tables/invoicing.tables.js';
import { unadjusted, type Adjustment } from './adjustment.js';

interface CreditedLine {
  amountCents: bigint;
  preciseCouponsAmountCents: Decimal;
  taxesAmountCents: bigint;
  preciseCreditNotesAmountCents: Decimal;
}

type UsedNotes = NotesResult<CreditedLine>;

/** What a customer's credit notes pay of an invoice with its taxes, oldest first (invoices, section 6.6). */
export const creditNoteCredit: Adjustment = {
  beforeFinal: false,
  async apply(transaction, { customer, currency, lines, deductions, now }) {
    const { fees, totals } = priceInvoice(lines, currency, deductions);
    if (totals.totalAmountCents <= 0n) return unadjusted;
    const credited = fees.map(({ line, taxes }) => ({
      amountCents: line.amountCents,
      preciseCouponsAmountCents: line.preciseCouponsAmountCents,
      taxesAmountCents: taxes.taxesAmountCents,
      preciseCreditNotesAmountCents: new Decimal(0),
    }));
    const notes = await heldNotes(transaction, customer.id, currency);
    const used = applyCreditNotes<CreditedLine>(notes, credited, totals.totalAmountCents);
    return {
      lines: lines.map((line, position) => ({
        ...line,
        preciseCreditNotesAmountCents: used.fees[position]?.preciseCreditNotesAmountCents ?? new Decimal(0),
      })),
      deductions: { creditNotesCents: used.creditNotesAmountCents },
      credits: used.used.map(({ id, amountCents }) => ({ kind: 'credit_note', sourceId: id, amountCents })),
      commit: (within, feeIds) => spendNotes(within, used, { feeIds, now }),
    };
  },
};

/** The notes that can be used, oldest first. */
async function heldNotes(transaction: TenantTransaction, customerId: string, currency: string) {
  const notes = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select(['id', 'balance_amount_cents'])
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('status', '=', 'finalized')
    .where('credit_status', '=', 'available')
    .where('balance_amount_cents', '>', 0n)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  return notes.map((note) => ({ id: note.id, balanceCents: note.balance_amount_cents }));
}

/** Takes what an invoice uses off the notes, and keeps it on its fees. */
async function spendNotes(
  transaction: TenantTransaction,
  notes: UsedNotes,
  invoice: { feeIds: string[]; now: Instant },
): Promise<void> {
  if (notes.used.length === 0) return;
  const at = new Date(invoice.now);
  for (const { id, amountCents } of notes.used) {
    await tables(transaction)
      .updateTable('invoicing.credit_notes')
      .set((column) => ({
        balance_amount_cents: column('balance_amount_cents', '-', amountCents),
        credit_status: column
          .case()
          .when('balance_amount_cents', '=', amountCents)
          .then('consumed' as const)
          .else('available' as const)
          .end(),
        updated_at: at,
      }))
      .where('id', '=', id)
      .execute();
  }
  for (const [position, fee] of notes.fees.entries()) {
    const id = invoice.feeIds[position];
    if (!id || fee.preciseCreditNotesAmountCents.isZero()) continue;
    await tables(transaction)
      .updateTable('invoicing.fees')
      .set({ precise_credit_notes_amount_cents: fee.preciseCreditNotesAmountCents.toFixed() })
      .where('id', '=', id)
      .execute();
  }
}
