import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsDecimal, Decimal, percentOf, roundToCents, sumOf } from '@tollgate/rating';
import type { DocumentAmounts, FeeToBook } from '../ledger/booked-lines.rules.js';
import type { JournalLine } from './journal-entry.js';
import { linesOfInvoice, linesOfNote, linesOfVoid, transferLines, type InvoiceAmounts } from './journal.rules.js';

const fee = (cents: bigint, more: Partial<FeeToBook> = {}): FeeToBook => ({
  item: { type: 'add_on', code: 'seats' },
  description: 'Seats',
  price: null,
  amountCents: cents,
  progressiveCents: new Decimal(0),
  couponsCents: new Decimal(0),
  taxCents: 0n,
  taxRate: new Decimal(0),
  taxCode: null,
  ...more,
});
const amounts = (totalCents: bigint, more: Partial<InvoiceAmounts> = {}): InvoiceAmounts => ({
  progressiveCents: 0n,
  couponsCents: 0n,
  creditNotesCents: 0n,
  prepaidCents: 0n,
  grantedCents: 0n,
  taxesCents: 0n,
  totalCents,
  ...more,
});
const vat = { taxRate: new Decimal(19), taxCode: 'vat' };
const shown = (lines: JournalLine[]) => lines.map(({ account, taxCode, cents }) => [account, taxCode, cents]);
const dollars = { from: 'USD', to: 'EUR', rate: '0.9' };

describe('the journal lines of a document', () => {
  it('are a debit of the customer, and credits of revenue and tax by kind of tax', () => {
    const fees = [fee(1_000n, { ...vat, taxCents: 190n }), fee(500n, { ...vat, taxCents: 95n }), fee(300n)];
    expect(shown(linesOfInvoice(fees, amounts(2_085n, { taxesCents: 285n }), null))).toEqual([
      ['customer', null, 2_085n],
      ['revenue', 'vat', -1_500n],
      ['tax', 'vat', -285n],
      ['revenue', null, -300n],
    ]);
  });

  it('count credit notes that paid as owed, and prepaid credits by their kind', () => {
    const fees = [fee(1_000n, { ...vat, taxCents: 190n })];
    const paid = amounts(590n, { taxesCents: 190n, creditNotesCents: 100n, prepaidCents: 500n, grantedCents: 200n });
    expect(shown(linesOfInvoice(fees, paid, null))).toEqual([
      ['customer', null, 690n],
      ['prepaid_credits', null, 300n],
      ['granted_credits', null, 200n],
      ['revenue', 'vat', -1_000n],
      ['tax', 'vat', -190n],
    ]);
  });

  it('are no revenue where credits are sold', () => {
    const fees = [fee(5_000n, { item: { type: 'prepaid_credit', code: null } })];
    expect(shown(linesOfInvoice(fees, amounts(5_000n), null))).toEqual([
      ['customer', null, 5_000n],
      ['prepaid_credits', null, -5_000n],
    ]);
  });

  it('are none for an invoice of 0', () => {
    expect(linesOfInvoice([fee(0n)], amounts(0n), null)).toEqual([]);
  });

  it('turn around for a credit note', () => {
    const parts = [fee(100n, { ...vat, taxCents: 19n })];
    expect(shown(linesOfNote(parts, amounts(119n, { taxesCents: 19n }), null))).toEqual([
      ['customer', null, -119n],
      ['revenue', 'vat', 100n],
      ['tax', 'vat', 19n],
    ]);
  });

  it('are in the currency of the books, with those of the document beside them', () => {
    const fees = [fee(33n, { ...vat, taxCents: 6n }), fee(33n)];
    const lines = linesOfInvoice(fees, amounts(72n, { taxesCents: 6n }), dollars);
    expect(lines.map(({ cents, documentCents }) => [cents, documentCents])).toEqual([
      [65n, 72n],
      [-30n, -33n],
      [-5n, -6n],
      [-30n, -33n],
    ]);
  });
});

describe('the void of an invoice', () => {
  const invoice = linesOfInvoice(
    [fee(1_000n, { ...vat, taxCents: 190n })],
    amounts(890n, { taxesCents: 190n, prepaidCents: 300n }),
    null,
  );

  it('takes back everything, and returns prepaid credits', () => {
    expect(shown(linesOfVoid([invoice], { credited: false }))).toEqual([
      ['customer', null, -890n],
      ['prepaid_credits', null, -300n],
      ['revenue', 'vat', 1_000n],
      ['tax', 'vat', 190n],
    ]);
  });

  it('takes back nothing twice', () => {
    const note = linesOfNote([fee(1_000n, { ...vat, taxCents: 190n })], amounts(1_190n, { taxesCents: 190n }), null);
    expect(shown(linesOfVoid([invoice, note], { credited: true }))).toEqual([]);
    const lapse = transferLines('customer', 'clearing', 50n, null);
    expect(shown(linesOfVoid([invoice, note, lapse], { credited: true }))).toEqual([
      ['customer', null, -50n],
      ['clearing', null, 50n],
    ]);
  });
});

const rates = ['0', '5.5', '7', '19', '20'];
const anyFee = fc.record({
  cents: fc.bigInt(0n, 10_000_000n),
  rate: fc.constantFrom(...rates),
  coupon: fc.integer({ min: 0, max: 50 }),
});
const anyConversion = fc.option(
  fc.record({ from: fc.constantFrom('USD', 'JPY', 'KWD'), rate: fc.double({ min: 0.001, max: 900, noNaN: true }) }),
  { nil: null },
);

/** A document of drawn fees, whose taxes are rounded for each of them and once more for all. */
function drawnDocument(drawn: { cents: bigint; rate: string; coupon: number }[]) {
  const exact = drawn.map(({ cents, rate, coupon }) => {
    const couponsCents = percentOf(centsDecimal(cents), new Decimal(coupon));
    return { couponsCents, tax: percentOf(centsDecimal(cents).minus(couponsCents), new Decimal(rate)) };
  });
  const fees = drawn.map(({ cents, rate }, place) =>
    fee(cents, {
      couponsCents: exact[place]?.couponsCents ?? new Decimal(0),
      taxRate: new Decimal(rate),
      taxCode: rate === '0' ? null : `t${rate}`,
      taxCents: roundToCents(exact[place]?.tax ?? new Decimal(0)),
    }),
  );
  const couponsCents = roundToCents(sumOf(exact.map((one) => one.couponsCents)));
  const taxesCents = roundToCents(sumOf(exact.map((one) => one.tax)));
  const gross = drawn.reduce((sum, { cents }) => sum + cents, 0n) - couponsCents + taxesCents;
  return { fees, couponsCents, taxesCents, gross };
}

const balance = (lines: readonly JournalLine[], key: 'cents' | 'documentCents') =>
  lines.reduce((sum, line) => sum + line[key], 0n);

describe('the journal lines of any document', () => {
  it('balance in both currencies, and have its total, its taxes and its deductions', () => {
    fc.assert(
      fc.property(
        fc.array(anyFee, { minLength: 1, maxLength: 12 }),
        fc.bigInt(0n, 500n),
        fc.bigInt(0n, 500n),
        anyConversion,
        (drawn, credited, prepaid, conversion) => {
          const { fees, couponsCents, taxesCents, gross } = drawnDocument(drawn);
          const creditNotesCents = credited < gross ? credited : 0n;
          const prepaidCents = prepaid < gross - creditNotesCents ? prepaid : 0n;
          const totalCents = gross - creditNotesCents - prepaidCents;
          const all = { couponsCents, taxesCents, creditNotesCents, prepaidCents, grantedCents: prepaidCents / 3n };
          const to = conversion && { from: conversion.from, to: 'EUR', rate: new Decimal(conversion.rate).toFixed(6) };
          const lines = linesOfInvoice(fees, amounts(totalCents, all), to);
          expect(balance(lines, 'cents')).toBe(0n);
          expect(balance(lines, 'documentCents')).toBe(0n);
          const of = (...accounts: string[]) =>
            lines
              .filter(({ account }) => accounts.includes(account))
              .reduce((sum, line) => sum + line.documentCents, 0n);
          expect(of('customer')).toBe(totalCents + creditNotesCents);
          expect(of('prepaid_credits', 'granted_credits')).toBe(prepaidCents);
          expect(of('revenue', 'tax')).toBe(-gross);
          if (fees.some(({ taxCents }) => taxCents !== 0n)) expect(of('tax')).toBe(-taxesCents);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('leave nothing after a void, whatever its notes took back', () => {
    fc.assert(
      fc.property(
        fc.array(anyFee, { minLength: 1, maxLength: 6 }),
        fc.array(anyFee, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (drawn, noted, credited) => {
          const { fees, gross, ...invoiceAmounts } = drawnDocument(drawn);
          const invoice = linesOfInvoice(fees, amounts(gross, invoiceAmounts), null);
          const { fees: parts, gross: total, ...noteAmounts } = drawnDocument(noted);
          const note = linesOfNote(parts, { ...amounts(total, noteAmounts) } satisfies DocumentAmounts, null);
          const after = [...invoice, ...note, ...linesOfVoid([invoice, note], { credited })];
          const sums = new Map<string, bigint>();
          for (const { account, taxCode, cents } of after)
            sums.set(`${account} ${taxCode}`, (sums.get(`${account} ${taxCode}`) ?? 0n) + cents);
          expect([...sums.values()].every((cents) => cents === 0n)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
