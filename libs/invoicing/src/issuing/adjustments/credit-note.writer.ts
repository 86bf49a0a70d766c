import {
  Decimal,
  assertNoteFits,
  localDate,
  roundToCents,
  splitTotal,
  type CreditNoteAmounts,
  type CreditNoteSplit,
  type NoteRest,
} from '@tollgate/rating';
import { insertRows, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { FeeRow, FeeTaxRow } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { isUnfinished, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { nextNoteNumber, type CreditNoteRow } from '../../model/credit-notes/credit-notes.repository.js';

/** A credit note before it is written. */
export interface NewNote {
  /** A reserved id; absent without one. */
  id?: string;
  /** Locked by the caller. */
  invoice: InvoiceRow;
  /** The subscription that ended early; null for other notes than proration credits. */
  endedSubscriptionId: string | null;
  reason: CreditNoteRow['reason'];
  description?: string | null | undefined;
  metadata?: CreditNoteRow['metadata'] | undefined;
  items: { fee: Pick<FeeRow, 'id'>; amountCents: Decimal }[];
  /** The taxes of the credited fees. */
  taxes: FeeTaxRow[];
  amounts: CreditNoteAmounts;
  split: CreditNoteSplit;
  /** The rest of the invoice after earlier notes; undefined if they do not settle it. */
  rest: NoteRest | undefined;
  timezone: string;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * Writes a credit note with its items and taxes. A note on an invoice that is not final is a draft itself.
 * @returns its id
 * @throws InvoiceDoesNotAddUp when it exceeds the rest of the invoice
 */
export async function insertNote(transaction: TenantTransaction, note: NewNote): Promise<string> {
  const { invoice, amounts, split, rest } = note;
  if (rest) assertNoteFits(splitTotal(split), rest);
  const id = note.id ?? newId();
  const at = new Date(note.now);
  await tables(transaction)
    .insertInto('invoicing.credit_notes')
    .values({
      id,
      organization_id: invoice.organization_id,
      customer_id: invoice.customer_id,
      invoice_id: invoice.id,
      ended_subscription_id: note.endedSubscriptionId,
      ...(await nextNoteNumber(transaction, invoice)),
      status: isUnfinished(invoice) ? 'draft' : 'finalized',
      issuing_date: localDate(note.now, note.timezone),
      credit_status: 'available',
      refund_status: split.refundAmountCents > 0n ? 'pending' : null,
      reason: note.reason,
      description: note.description ?? null,
      currency: invoice.currency,
      total_amount_cents: splitTotal(split),
      credit_amount_cents: split.creditAmountCents,
      refund_amount_cents: split.refundAmountCents,
      offset_amount_cents: split.offsetAmountCents,
      balance_amount_cents: split.creditAmountCents,
      sub_total_excluding_taxes_amount_cents: amounts.subTotalExcludingTaxesAmountCents,
      coupons_adjustment_amount_cents: amounts.couponsAdjustmentAmountCents,
      precise_coupons_adjustment_amount_cents: amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
      taxes_amount_cents: amounts.taxesAmountCents,
      precise_taxes_amount_cents: amounts.preciseTaxesAmountCents.toFixed(),
      taxes_rate: amounts.taxesRate.toFixed(),
      self_billed: invoice.self_billed,
      metadata: note.metadata ? JSON.stringify(note.metadata) : null,
      voided_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await insertRows(
    transaction,
    'invoicing.credit_note_items',
    note.items.map(({ fee, amountCents }, position) => ({
      id: newId(),
      organization_id: invoice.organization_id,
      credit_note_id: id,
      fee_id: fee.id,
      amount_cents: roundToCents(amountCents),
      precise_amount_cents: amountCents.toFixed(),
      position,
    })),
  );
  await insertNoteTaxes(transaction, { id, organization_id: note.invoice.organization_id }, note);
  return id;
}

/** Writes the taxes of a note, as on the credited fees. */
export async function insertNoteTaxes(
  transaction: TenantTransaction,
  note: Pick<CreditNoteRow, 'id' | 'organization_id'>,
  { taxes, amounts, now }: Pick<NewNote, 'taxes' | 'amounts' | 'now'>,
): Promise<void> {
  const applied = amounts.appliedTaxes.flatMap((tax) => {
    const snapshot = taxes.find(({ tax_code }) => tax_code === tax.code);
    if (!snapshot) return [];
    const { tax_id, tax_name, tax_code, tax_rate, tax_description } = snapshot;
    return [
      {
        id: newId(),
        organization_id: note.organization_id,
        credit_note_id: note.id,
        tax_id,
        tax_name,
        tax_code,
        tax_rate,
        tax_description,
        base_amount_cents: tax.baseAmountCents,
        amount_cents: tax.amountCents,
        created_at: new Date(now),
      },
    ];
  });
  await insertRows(transaction, 'invoicing.credit_note_taxes', applied);
}

/** Sums the amounts that earlier notes credited of a fee, in cents. */
export async function creditedOf(transaction: TenantTransaction, feeId: string): Promise<Decimal> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.credit_note_items as item')
    .innerJoin('invoicing.credit_notes as note', 'note.id', 'item.credit_note_id')
    .select('item.precise_amount_cents')
    .where('item.fee_id', '=', feeId)
    .where('note.status', '<>', 'deleted')
    .execute();
  return rows.reduce((total, row) => total.plus(row.precise_amount_cents), new Decimal(0));
}
