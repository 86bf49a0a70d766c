import type { CreditNoteCreate, FieldErrors } from '@tollgate/contracts';
import { NotAllowed, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { centsDecimal, refundableCents, type CreditNoteSplit } from '@tollgate/rating';
import { readSoldCreditsLeft } from '@tollgate/wallet/reader';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { soldTransactionOf } from '../../model/payments/sold-credits.repository.js';
import type { Creditable } from './creditable.js';
import type { NoteItem } from './note-items.rules.js';

/** The sold credits of an invoice, for a credit note on it. */
export interface SoldOnInvoice {
  walletTransactionId: string;
  paid: boolean;
  /** Cents. */
  leftCents: bigint;
}

/**
 * Reads the sold credits of an invoice; null for other invoices. Unpaid credits can only be offset. Paid ones can be
 * refunded while their wallet exists (wallets, section 3.7).
 * @param noteId of the new note
 * @throws NotAllowed `invalid_type_or_status`
 */
export async function soldOnInvoice(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  noteId: string,
  requested: Pick<CreditNoteCreate, 'credit_amount_cents' | 'refund_amount_cents'>,
): Promise<SoldOnInvoice | null> {
  if (invoice.invoice_type !== 'credit') return null;
  const walletTransactionId = await soldTransactionOf(transaction, invoice);
  const leftCents =
    walletTransactionId === null ? null : await readSoldCreditsLeft(transaction, walletTransactionId, noteId);
  const paid = invoice.payment_status === 'succeeded';
  const requestsPayback =
    Number(requested.credit_amount_cents ?? 0) > 0 || Number(requested.refund_amount_cents ?? 0) > 0;
  if (walletTransactionId === null || leftCents === null || (!paid && requestsPayback))
    throw new NotAllowed('invalid_type_or_status');
  return { walletTransactionId, paid, leftCents };
}

/** Limits items of paid credits to the rest in their wallet. @throws ValidationFailed */
export function validateSoldItems({ paid, leftCents }: SoldOnInvoice, items: NoteItem[]): void {
  if (paid && items.some(({ amountCents }) => amountCents.gt(centsDecimal(leftCents))))
    throw new ValidationFailed({ amount_cents: ['higher_than_wallet_balance'] });
}

/** Limits the refund of sold credits to the rest in their wallet (invoices, section 6.4). */
export function creditableOfSold({ leftCents }: SoldOnInvoice, creditable: Creditable): Creditable {
  return { ...creditable, refundableCents: refundableCents(creditable.limits.refundCents, 0n, leftCents) };
}

/** Further faults of a note on sold credits: they become no credit, and are offset as a whole or not at all. */
export function soldFaults(
  invoice: InvoiceRow,
  { creditAmountCents, offsetAmountCents }: CreditNoteSplit,
): FieldErrors {
  const offset = [
    ...(invoice.payment_status === 'succeeded' || invoice.total_paid_amount_cents > 0n
      ? ['cannot_apply_to_paid_invoice']
      : []),
    ...(offsetAmountCents === invoice.total_amount_cents ? [] : ['not_equal_to_total_amount']),
  ];
  return {
    ...(creditAmountCents > 0n ? { credit_amount_cents: ['cannot_credit_invoice'] } : {}),
    ...(offsetAmountCents > 0n && offset.length > 0 ? { offset_amount_cents: offset } : {}),
  };
}
