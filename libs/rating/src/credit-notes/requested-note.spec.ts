import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { noteFaults, noteLimits, partsWithin, scaledSplit, writtenSplit } from './requested-note.js';
import type { InvoiceToCredit } from './requested-note.js';

const split = (credit: bigint, refund = 0n, offset = 0n) => ({
  creditAmountCents: credit,
  refundAmountCents: refund,
  offsetAmountCents: offset,
});
const invoice: InvoiceToCredit = {
  fees: [
    { feeAmountCents: 1000n, taxesRate: new Decimal(20) },
    { feeAmountCents: 500n, taxesRate: new Decimal(0) },
  ],
  paidCents: 1400n,
  refundable: true,
  dueCents: 300n,
  credited: split(0n),
};
const items = (totalAmountCents: bigint) => ({ totalAmountCents, exactTotalAmountCents: totalAmountCents });
const faultsOf = (note: ReturnType<typeof split>, total: bigint, changes: Partial<InvoiceToCredit> = {}) =>
  noteFaults(note, items(total), noteLimits({ ...invoice, ...changes })).map(({ field, code }) => `${field} ${code}`);

describe('a requested credit note', () => {
  it('is within a cent of its items', () => {
    expect([99n, 100n, 101n].flatMap((total) => faultsOf(split(100n), total))).toEqual([]);
    expect(faultsOf(split(100n), 102n)).toEqual(['base does_not_match_item_amounts']);
    expect(faultsOf(split(100n), 98n)).toEqual(['base does_not_match_item_amounts']);
  });

  it('has a total above 0', () => {
    expect(faultsOf(split(0n), 0n)).toEqual(['base total_amount_must_be_positive']);
  });

  it('refunds payments that are not refunded yet', () => {
    const refund = split(0n, 700n);
    expect(faultsOf(refund, 700n, { credited: split(0n, 700n) })).toEqual([]);
    expect(faultsOf(refund, 700n, { credited: split(0n, 701n) })).toEqual([
      'refund_amount_cents higher_than_remaining_invoice_amount',
    ]);
    const unpaid = ['refund_amount_cents cannot_refund_unpaid_invoice'];
    expect(faultsOf(refund, 700n, { paidCents: 0n })).toEqual(unpaid);
    expect(faultsOf(refund, 700n, { refundable: false })).toEqual(unpaid);
  });

  it('credits the whole invoice less credits and offsets, apart from a cent of rounding', () => {
    const credited = split(600n, 0n, 100n);
    expect(faultsOf(split(1001n), 1001n, { credited })).toEqual([]);
    expect(faultsOf(split(1002n), 1002n, { credited })).toEqual([
      'credit_amount_cents higher_than_remaining_invoice_amount',
      'base higher_than_remaining_invoice_amount',
    ]);
  });

  it('offsets the amount due, to the cent', () => {
    expect(faultsOf(split(0n, 0n, 300n), 300n)).toEqual([]);
    expect(faultsOf(split(0n, 0n, 301n), 301n)).toEqual(['offset_amount_cents higher_than_remaining_invoice_amount']);
    expect(faultsOf(split(0n, 0n, 300n), 300n, { credited: split(1600n) })).toEqual([
      'offset_amount_cents higher_than_remaining_invoice_amount',
      'base higher_than_remaining_invoice_amount',
    ]);
  });
});

describe('the final cent', () => {
  const amounts = (taxes: bigint, subTotal: bigint) => ({
    taxesAmountCents: taxes,
    subTotalExcludingTaxesAmountCents: subTotal,
  });
  const limits = noteLimits({ ...invoice, paidCents: 10n, dueCents: 10n });

  it('moves the credit, else the refund, else the offset', () => {
    expect(writtenSplit(split(87224n, 5n), amounts(14537n, 72691n), limits)).toEqual(split(87223n, 5n));
    expect(writtenSplit(split(5n, 3n, 2n), amounts(1n, 10n), limits)).toEqual(split(6n, 3n, 2n));
    expect(writtenSplit(split(0n, 5n, 2n), amounts(1n, 7n), limits)).toEqual(split(0n, 6n, 2n));
    expect(writtenSplit(split(0n, 0n, 7n), amounts(1n, 7n), limits)).toEqual(split(0n, 0n, 8n));
  });

  it('never refunds more than the payments, nor offsets more than the amount due', () => {
    expect(writtenSplit(split(0n, 10n), amounts(1n, 10n), limits)).toEqual(split(0n, 10n));
    expect(writtenSplit(split(0n, 0n, 10n), amounts(1n, 10n), limits)).toEqual(split(0n, 0n, 10n));
    expect(writtenSplit(split(0n, 10n), amounts(1n, 8n), limits)).toEqual(split(0n, 9n));
  });
});

describe('a note without requested parts', () => {
  it('offsets the amount due, refunds the payments, and credits the rest', () => {
    const within = (note: ReturnType<typeof split>, refundCents: bigint, offsetCents: bigint) =>
      partsWithin(note, { refundCents, offsetCents });
    expect(within(split(100n, 0n, 500n), 0n, 300n)).toEqual(split(300n, 0n, 300n));
    expect(within(split(100n, 0n, 500n), 0n, 500n)).toEqual(split(100n, 0n, 500n));
    expect(within(split(100n, 0n, 500n), 0n, -1n)).toEqual(split(600n, 0n, 0n));
    expect(within(split(0n, 500n, 100n), 200n, 100n)).toEqual(split(300n, 200n, 100n));
    expect(within(split(0n, 500n), -1n, 100n)).toEqual(split(500n));
  });

  it('preserves the share of its offset when its fees change', () => {
    expect(scaledSplit(split(100n, 0n, 300n), 200n)).toEqual(split(50n, 0n, 150n));
    expect(scaledSplit(split(0n, 0n, 3n), 100n)).toEqual(split(0n, 0n, 100n));
    expect(scaledSplit(split(0n), 0n)).toEqual(split(0n));
  });
});
