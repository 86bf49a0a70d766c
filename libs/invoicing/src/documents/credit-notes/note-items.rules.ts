import {
  creditNoteAmounts,
  Decimal,
  noteFaults,
  roundHalfUp,
  splitTotal,
  writtenSplit,
  type CreditNoteAmounts,
  type CreditNoteSplit,
  type NoteLimits,
} from '@tollgate/rating';
import type { CreditNoteCreate, FieldErrors, RawInput } from '@tollgate/contracts';
import { NotFound, ValidationFailed, refuseErrors } from '@tollgate/platform';
import type { Creditable, CreditableFee } from './creditable.js';

/** A fee and its credited amount, in cents with 5 decimals. */
export interface NoteItem {
  fee: CreditableFee;
  amountCents: Decimal;
}

const zero = new Decimal(0);
const storedDecimals = 5;
const decimalPattern = /^-?\d{1,15}(\.\d{1,20})?$/;

/**
 * Validates items in their order, and reports the first invalid one (invoices, section 6.3).
 * @param bounded whether an item is limited to the rest of its fee
 * @throws NotFound, ValidationFailed
 */
export function validateItems(raw: RawInput[], fees: CreditableFee[], bounded: boolean = true): NoteItem[] {
  const left = new Map(fees.map(({ row, remainingCents }) => [row.id, remainingCents]));
  return raw.map(({ fee_id: feeId, amount_cents: amount }) => {
    const fee = typeof feeId === 'string' ? fees.find(({ row }) => row.id === feeId.toLowerCase()) : undefined;
    if (!fee) throw new NotFound('fee');
    const amountCents = amountOf(amount);
    if (!amountCents || amountCents.lt(0)) throw new ValidationFailed({ amount_cents: ['invalid_value'] });
    const remaining = left.get(fee.row.id) ?? zero;
    if (bounded && amountCents.gt(remaining))
      throw new ValidationFailed({ amount_cents: ['higher_than_remaining_fee_amount'] });
    left.set(fee.row.id, remaining.minus(amountCents));
    return { fee, amountCents };
  });
}

function amountOf(raw: unknown): Decimal | null {
  const text = typeof raw === 'number' ? String(raw) : raw;
  return typeof text === 'string' && decimalPattern.test(text) ? roundHalfUp(new Decimal(text), storedDecimals) : null;
}

/** Sums the items; the last note of an invoice corrects the rounding of earlier ones (invoices, section 6.2). */
export function amountsOfItems(items: NoteItem[], { rest }: Pick<Creditable, 'rest'>): CreditNoteAmounts {
  return creditNoteAmounts(
    items.map(({ fee, amountCents }) => ({ ...fee, amountCents })),
    rest,
  );
}

/**
 * Validates the parts of a note, and reports all faults (invoices, section 6.3).
 * @param more further faults by the kind of the invoice
 * @throws ValidationFailed
 */
export function validateSplit(
  input: CreditNoteCreate,
  amounts: CreditNoteAmounts,
  limits: NoteLimits,
  more: (split: CreditNoteSplit) => FieldErrors = () => ({}),
): CreditNoteSplit {
  const split = {
    creditAmountCents: BigInt(input.credit_amount_cents ?? 0),
    refundAmountCents: BigInt(input.refund_amount_cents ?? 0),
    offsetAmountCents: BigInt(input.offset_amount_cents ?? 0),
  };
  const errors: FieldErrors = { ...more(split) };
  for (const { field, code } of noteFaults(split, amounts, limits)) (errors[field] ??= []).push(code);
  refuseErrors(errors);
  const written = writtenSplit(split, amounts, limits);
  if (splitTotal(written) <= 0n) throw new ValidationFailed({ base: ['total_amount_must_be_positive'] });
  return written;
}
