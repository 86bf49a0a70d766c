import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, percentOf, roundToCents, sumOf } from '../decimal.js';
import { creditNoteAmounts, estimatedCredit, NOTHING_TAKEN, restAfter, restTotal, splitTotal } from './amounts.js';
import type { CreditNoteAmounts, CreditNoteItem, CreditNoteSplit, NoteRest } from './amounts.js';
import { noteFaults, noteLimits, partsWithin, scaledSplit, writtenSplit } from './requested-note.js';

interface Fee {
  cents: number;
  discount: number;
  rate: string;
}
const fees = (discounts: fc.Arbitrary<number>) =>
  fc.array(
    fc.record({
      cents: fc.integer({ min: 1, max: 100_000 }),
      discount: discounts,
      rate: fc.constantFrom('20', '5.5', '0'),
    }),
    { minLength: 1, maxLength: 5 },
  );
/** The credited permille of each fee's remainder, and how the note is used. */
const requests = fc.array(
  fc.record({
    permille: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 }),
    refund: fc.integer({ min: 0, max: 1000 }),
    offset: fc.integer({ min: 0, max: 1000 }),
    extra: fc.integer({ min: -1, max: 1 }),
  }),
  { maxLength: 8 },
);
type Requests = typeof requests extends fc.Arbitrary<infer R> ? R : never;

const couponsOf = ({ cents, discount }: Fee) => new Decimal(cents).times(discount).div(100).toDecimalPlaces(5);
const itemOf = (fee: Fee, cents: number): CreditNoteItem => ({
  feeAmountCents: BigInt(fee.cents),
  feePreciseCouponsAmountCents: couponsOf(fee),
  taxes: taxesOf(fee),
  amountCents: new Decimal(cents),
});
const taxesOf = ({ rate }: Fee) => (rate === '0' ? [] : [{ code: rate, rate: new Decimal(rate) }]);

/** An invoice, the notes requested on it in sequence, and those that were written. */
function life(of: Fee[], paidPermille: number, requests: Requests) {
  const net = sumOf(of.map((fee) => new Decimal(fee.cents).minus(couponsOf(fee))));
  const taxes = sumOf(of.map((fee) => percentOf(new Decimal(fee.cents).minus(couponsOf(fee)), new Decimal(fee.rate))));
  const total = roundToCents(net) + roundToCents(taxes);
  const paidCents = (total * BigInt(paidPermille)) / 1000n;
  const left = of.map(({ cents }) => cents);
  const notes: { split: CreditNoteSplit; amounts: CreditNoteAmounts; exact: CreditNoteAmounts }[] = [];
  let rest: NoteRest = {
    remainingCents: sumOf(of.map(({ cents }) => new Decimal(cents))),
    subTotalCents: roundToCents(net),
    taxesCents: roundToCents(taxes),
    credited: [],
    taken: NOTHING_TAKEN,
  };
  const credited = (): CreditNoteSplit => ({
    creditAmountCents: notes.reduce((sum, { split }) => sum + split.creditAmountCents, 0n),
    refundAmountCents: notes.reduce((sum, { split }) => sum + split.refundAmountCents, 0n),
    offsetAmountCents: notes.reduce((sum, { split }) => sum + split.offsetAmountCents, 0n),
  });
  const limits = () =>
    noteLimits({
      fees: of.map(({ cents, rate }) => ({ feeAmountCents: BigInt(cents), taxesRate: new Decimal(rate) })),
      paidCents,
      refundable: true,
      dueCents: total - paidCents - credited().offsetAmountCents,
      credited: credited(),
      rest,
    });
  for (const { permille, refund, offset, extra } of requests) {
    const taken = left.map((cents, place) => Math.floor((cents * (permille[place] ?? 0)) / 1000));
    const items = of.map((fee, place) => itemOf(fee, taken[place] ?? 0));
    const amounts = creditNoteAmounts(items, rest);
    const amountCents = estimatedCredit(amounts).creditAmountCents + BigInt(extra);
    const refundAmountCents = (amountCents * BigInt(refund)) / 1000n;
    const offsetAmountCents = ((amountCents - refundAmountCents) * BigInt(offset)) / 1000n;
    const split = {
      creditAmountCents: amountCents - refundAmountCents - offsetAmountCents,
      refundAmountCents,
      offsetAmountCents,
    };
    if (split.creditAmountCents < 0n || noteFaults(split, amounts, limits()).length > 0) continue;
    const written = writtenSplit(split, amounts, limits());
    if (splitTotal(written) <= 0n) continue;
    notes.push({ split: written, amounts, exact: creditNoteAmounts(items) });
    rest = restAfter(rest, items, amounts);
    taken.forEach((cents, place) => (left[place] = (left[place] ?? 0) - cents));
  }
  return { total, paidCents, rest, notes, credited: credited(), taxes: roundToCents(taxes), left };
}

describe('credit notes of an invoice, for any requests', () => {
  it('total at most the invoice, refund at most the payments and offset at most the amount due', () => {
    fc.assert(
      fc.property(
        fees(fc.integer({ min: 0, max: 100 })),
        fc.integer({ min: 0, max: 1000 }),
        requests,
        (of, permille, requests) => {
          const { total, paidCents, rest, credited, notes } = life(of, permille, requests);
          expect(splitTotal(credited) + restTotal(rest) <= total + BigInt(notes.length)).toBe(true);
          expect(credited.refundAmountCents <= paidCents).toBe(true);
          expect(credited.offsetAmountCents + paidCents <= total).toBe(true);
          for (const { split } of notes) expect(Object.values(split).every((part) => part >= 0n)).toBe(true);
        },
      ),
    );
  });

  it('reach the taxes and the total of the invoice when nothing of it is left', () => {
    fc.assert(
      fc.property(fees(fc.integer({ min: 0, max: 100 })), requests, (of, requests) => {
        const last = { permille: [1000, 1000, 1000, 1000, 1000], refund: 0, offset: 0, extra: 0 };
        const all = [...requests, last].map((request) => ({ ...request, refund: 0, offset: 0, extra: 0 }));
        const { notes, taxes, total, credited, left } = life(of, 0, all);
        if (left.some((cents) => cents > 0)) return;
        expect(notes.reduce((sum, { amounts }) => sum + amounts.taxesAmountCents, 0n)).toBe(taxes);
        expect(splitTotal(credited)).toBe(total);
      }),
    );
  });

  it('round together: their sums are exact at each step, and each is within a cent of its own amounts', () => {
    fc.assert(
      fc.property(fees(fc.integer({ min: 0, max: 100 })), requests, (of, requests) => {
        const { notes } = life(of, 0, requests);
        const sums = {
          subTotal: new Decimal(0),
          taxes: new Decimal(0),
          net: new Decimal(0),
          exactTaxes: new Decimal(0),
        };
        for (const { amounts, exact } of notes) {
          const net = exact.itemsAmountCents.minus(exact.preciseCouponsAdjustmentAmountCents);
          const subTotal = new Decimal(String(amounts.subTotalExcludingTaxesAmountCents));
          expect(subTotal.minus(net).abs().lte('1.00001')).toBe(true);
          expect(subTotal.lte(net.ceil())).toBe(true);
          sums.net = sums.net.plus(net);
          sums.subTotal = sums.subTotal.plus(subTotal);
          sums.exactTaxes = sums.exactTaxes.plus(exact.preciseTaxesAmountCents);
          sums.taxes = sums.taxes.plus(String(amounts.taxesAmountCents));
          expect(sums.subTotal.minus(sums.net).abs().lte('0.5001')).toBe(true);
          expect(sums.taxes.minus(sums.exactTaxes).abs().lte('0.5001')).toBe(true);
        }
      }),
    );
  });

  it('created fee by fee from their estimates, in any order, total exactly the invoice; each is accepted', () => {
    const uses = fc.array(fc.constantFrom('credit', 'refund', 'offset'), { minLength: 12, maxLength: 12 });
    const many = fc.array(
      fc.record({
        cents: fc.integer({ min: 1, max: 60 }),
        discount: fc.integer({ min: 0, max: 100 }),
        rate: fc.constantFrom('20', '5.5', '0'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(many, uses, fc.boolean(), (of, used, isPaid) => {
        const { total, notes } = feeByFee(of, used, isPaid);
        expect(notes.reduce((sum, note) => sum + splitTotal(note), 0n)).toBe(total);
      }),
      { numRuns: 300 },
    );
  });
});

/** Creates a note for each fee from its estimate, and one for fees that were not creditable alone. */
function feeByFee(of: Fee[], used: string[], isPaid: boolean) {
  const net = sumOf(of.map((fee) => new Decimal(fee.cents).minus(couponsOf(fee))));
  const taxes = sumOf(of.map((fee) => percentOf(new Decimal(fee.cents).minus(couponsOf(fee)), new Decimal(fee.rate))));
  const total = roundToCents(net) + roundToCents(taxes);
  let rest: NoteRest = {
    remainingCents: sumOf(of.map(({ cents }) => new Decimal(cents))),
    subTotalCents: roundToCents(net),
    taxesCents: roundToCents(taxes),
    credited: [],
    taken: NOTHING_TAKEN,
  };
  const notes: CreditNoteSplit[] = [];
  const sums = () => ({
    creditAmountCents: notes.reduce((sum, note) => sum + note.creditAmountCents, 0n),
    refundAmountCents: notes.reduce((sum, note) => sum + note.refundAmountCents, 0n),
    offsetAmountCents: notes.reduce((sum, note) => sum + note.offsetAmountCents, 0n),
  });
  const note = (fees: Fee[], use: string): boolean => {
    const items = fees.map((fee) => itemOf(fee, fee.cents));
    const amounts = creditNoteAmounts(items, rest);
    const { creditAmountCents: estimated } = estimatedCredit(amounts);
    if (estimated <= 0n) return false;
    const limits = noteLimits({
      fees: of.map(({ cents, rate }) => ({ feeAmountCents: BigInt(cents), taxesRate: new Decimal(rate) })),
      paidCents: isPaid ? total : 0n,
      refundable: isPaid,
      dueCents: (isPaid ? 0n : total) - sums().offsetAmountCents,
      credited: sums(),
      rest,
    });
    const name = (use === 'refund') === isPaid && use !== 'credit' ? use : 'credit';
    const none = { creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 0n };
    const split = { ...none, [`${name}AmountCents`]: estimated };
    expect(noteFaults(split, amounts, limits)).toEqual([]);
    notes.push(writtenSplit(split, amounts, limits));
    rest = restAfter(rest, items, amounts);
    return true;
  };
  const left = of.filter((fee, place) => !note([fee], used[place] ?? 'credit'));
  if (left.length > 0) note(left, 'credit');
  return { total, notes };
}

describe('the parts of a note', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
  it('preserve their total when they are cut, and reach the new one when fees change', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (credit, refund, offset, other) => {
        const split = { creditAmountCents: credit, refundAmountCents: refund, offsetAmountCents: offset };
        const cut = partsWithin(split, { refundCents: other, offsetCents: other });
        expect(splitTotal(cut)).toBe(splitTotal(split));
        expect(cut.offsetAmountCents <= other && cut.refundAmountCents <= other).toBe(true);
        const scaled = scaledSplit(split, other);
        expect(splitTotal(scaled)).toBe(other);
        expect(scaled.creditAmountCents >= 0n && scaled.offsetAmountCents >= 0n).toBe(true);
      }),
    );
  });
});
