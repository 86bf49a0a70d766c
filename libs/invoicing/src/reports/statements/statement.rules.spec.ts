import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ageingOf,
  statementOf,
  type StatementInvoice,
  type StatementNote,
  type StatementPayment,
  type StatementSources,
} from './statement.rules.js';

const invoice = (changes: Partial<StatementInvoice>): StatementInvoice => ({
  id: 'i1',
  number: 'A-1',
  issuedOn: '2024-01-10',
  dueOn: '2024-01-24',
  totalCents: 1000n,
  creditedCents: 0n,
  voidedOn: null,
  lostOn: null,
  isPaid: false,
  ...changes,
});
const payment = (changes: Partial<StatementPayment>): StatementPayment => ({
  id: 'p1',
  invoiceId: 'i1',
  paidOn: '2024-01-20',
  reference: 'R',
  cents: 400n,
  ...changes,
});
const note = (changes: Partial<StatementNote>): StatementNote => ({
  id: 'n1',
  number: 'A-1-CN001',
  invoiceId: 'i1',
  issuedOn: '2024-02-05',
  creditCents: 0n,
  refundCents: 0n,
  offsetCents: 0n,
  usedCents: 0n,
  balanceCents: 0n,
  changedOn: '2024-02-05',
  ...changes,
});
const sources = (changes: Partial<StatementSources>): StatementSources => ({
  invoices: [],
  payments: [],
  notes: [],
  ...changes,
});
const year = { from: '2024-01-01', to: '2024-12-31' };
const linesOf = (account: StatementSources, period = year) =>
  statementOf(account, period).entries.map(({ type, day, cents, balanceCents }) => [type, day, cents, balanceCents]);

describe('the account of a customer', () => {
  it('owes what invoices have left after payments and offsets', () => {
    const account = sources({
      invoices: [invoice({})],
      payments: [payment({})],
      notes: [note({ offsetCents: 100n })],
    });
    expect(linesOf(account)).toEqual([
      ['invoice', '2024-01-10', 1000n, 1000n],
      ['payment', '2024-01-20', -400n, 600n],
      ['credit_note', '2024-02-05', -100n, 500n],
    ]);
    const { openItems, availableCents } = statementOf(account, year);
    expect(openItems.map(({ dueCents, daysOverdue }) => [dueCents, daysOverdue])).toEqual([[500n, 342]]);
    expect(availableCents).toBe(0n);
  });

  it('begins with what came before its first day', () => {
    const account = sources({ invoices: [invoice({})], payments: [payment({})] });
    const february = statementOf(account, { from: '2024-02-01', to: '2024-02-29' });
    expect(february).toMatchObject({ openingCents: 600n, closingCents: 600n, entries: [] });
    const early = statementOf(account, { from: '2024-01-01', to: '2024-01-15' });
    expect(early).toMatchObject({ openingCents: 0n, closingCents: 1000n });
    expect(early.openItems.map(({ dueCents, daysOverdue }) => [dueCents, daysOverdue])).toEqual([[1000n, 0]]);
  });

  it('has credit until invoices use it or it is voided', () => {
    const credited = note({ creditCents: 300n, usedCents: 120n, balanceCents: 0n, changedOn: '2024-03-01' });
    const second = invoice({ id: 'i2', issuedOn: '2024-02-10', totalCents: 880n, creditedCents: 120n });
    const account = sources({ invoices: [second], notes: [credited] });
    expect(linesOf(account)).toEqual([
      ['credit_note', '2024-02-05', -300n, -300n],
      ['invoice', '2024-02-10', 1000n, 700n],
      ['credit_adjustment', '2024-03-01', 180n, 880n],
    ]);
    expect(statementOf(account, { from: '2024-02-01', to: '2024-02-28' })).toMatchObject({
      closingCents: 700n,
      availableCents: 180n,
    });
  });

  it('loses what is refunded, voided, written off, or settled without a payment', () => {
    const refunded = sources({ notes: [note({ refundCents: 50n })] });
    expect(linesOf(refunded).map(([type, , cents]) => [type, cents])).toEqual([
      ['credit_note', -50n],
      ['refund', 50n],
    ]);
    const rest = (changes: Partial<StatementInvoice>) =>
      linesOf(sources({ invoices: [invoice(changes)], payments: [payment({})] })).at(-1);
    expect(rest({ voidedOn: '2024-03-01' })).toEqual(['invoice_void', '2024-03-01', -600n, 0n]);
    expect(rest({ lostOn: '2024-03-02' })).toEqual(['write_off', '2024-03-02', -600n, 0n]);
    expect(linesOf(sources({ invoices: [invoice({ isPaid: true })] })).at(-1)).toEqual([
      'settlement',
      '2024-01-10',
      -1000n,
      0n,
    ]);
  });

  it('ages by days overdue', () => {
    const dueOn = [
      '2024-06-30',
      '2024-06-29',
      '2024-05-31',
      '2024-05-30',
      '2024-05-01',
      '2024-04-30',
      '2024-04-01',
      '2024-03-31',
    ];
    const invoices = dueOn.map((day, place) =>
      invoice({ id: `i${place}`, issuedOn: '2024-01-01', dueOn: day, totalCents: 10n ** BigInt(place) }),
    );
    const { openItems } = statementOf(sources({ invoices }), { from: '2024-01-01', to: '2024-06-30' });
    expect(ageingOf(openItems)).toEqual({
      currentCents: 1n,
      upTo30Cents: 110n,
      upTo60Cents: 11_000n,
      upTo90Cents: 1_100_000n,
      over90Cents: 10_000_000n,
    });
  });
});

describe('any account', () => {
  const day = fc
    .integer({ min: 0, max: 400 })
    .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
  const amount = fc.bigInt({ min: 0n, max: 10_000n });
  const account: fc.Arbitrary<StatementSources> = fc
    .array(
      fc.record({
        issuedOn: day,
        dueOn: day,
        total: amount,
        credited: amount,
        end: fc.constantFrom('open', 'void', 'lost', 'paid'),
        endedOn: day,
      }),
      { maxLength: 6 },
    )
    .chain((made) => {
      const invoices = made.map(({ issuedOn, dueOn, total, credited, end, endedOn }, place) =>
        invoice({
          id: `i${place}`,
          issuedOn,
          dueOn,
          totalCents: total,
          creditedCents: credited,
          voidedOn: end === 'void' ? endedOn : null,
          lostOn: end === 'lost' ? endedOn : null,
          isPaid: end === 'paid',
        }),
      );
      if (invoices.length === 0) return fc.constant(sources({}));
      const of = fc.constantFrom(...invoices.map(({ id }) => id));
      const payments = fc.array(fc.record({ invoiceId: of, paidOn: day, cents: amount }), { maxLength: 6 });
      const notes = fc.array(
        fc.record({
          invoiceId: of,
          issuedOn: day,
          creditCents: amount,
          refundCents: amount,
          offsetCents: amount,
          balanceCents: amount,
          changedOn: day,
        }),
        { maxLength: 4 },
      );
      return fc.record({
        invoices: fc.constant(invoices),
        payments: payments.map((rows) => rows.map((row, place) => payment({ ...row, id: `p${place}` }))),
        // The first note is the source of all credits that invoices used.
        notes: notes.map((rows) =>
          rows.map((row, place) =>
            note({
              ...row,
              id: `n${place}`,
              usedCents: place === 0 ? sum(invoices.map((one) => one.creditedCents)) : 0n,
            }),
          ),
        ),
      });
    })
    .filter(({ invoices, notes }) => notes.length > 0 || invoices.every(({ creditedCents }) => creditedCents === 0n));
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

  it('closes with what is due of its invoices less what is left of its credits', () => {
    fc.assert(
      fc.property(account, (sampled) => {
        const { invoices, payments, notes } = sampled;
        const due = invoices
          .filter(({ voidedOn, lostOn, isPaid }) => voidedOn === null && lostOn === null && !isPaid)
          .map(({ id, totalCents }) => {
            const ofInvoice = <T extends { invoiceId: string }>(rows: readonly T[]) =>
              rows.filter((row) => row.invoiceId === id);
            return (
              totalCents -
              sum(ofInvoice(payments).map(({ cents }) => cents)) -
              sum(ofInvoice(notes).map(({ offsetCents }) => offsetCents))
            );
          });
        const { closingCents, openItems, availableCents } = statementOf(sampled, {
          from: '2024-01-01',
          to: '2030-01-01',
        });
        expect(closingCents).toBe(sum(due) - sum(notes.map(({ balanceCents }) => balanceCents)));
        expect(sum(openItems.map(({ dueCents }) => dueCents))).toBe(sum(due));
        expect(availableCents).toBe(sum(notes.map(({ balanceCents }) => balanceCents)));
      }),
    );
  });

  it('continues from one statement to the next, and its entries add up', () => {
    fc.assert(
      fc.property(account, day, day, (sampled, one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const next = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
        const statement = statementOf(sampled, { from, to });
        expect(statement.openingCents + sum(statement.entries.map(({ cents }) => cents))).toBe(statement.closingCents);
        expect(statement.entries.at(-1)?.balanceCents ?? statement.openingCents).toBe(statement.closingCents);
        expect(statementOf(sampled, { from: next, to: '2030-01-01' }).openingCents).toBe(statement.closingCents);
        const { currentCents, upTo30Cents, upTo60Cents, upTo90Cents, over90Cents } = ageingOf(statement.openItems);
        expect(currentCents + upTo30Cents + upTo60Cents + upTo90Cents + over90Cents).toBe(
          statement.closingCents + statement.availableCents,
        );
      }),
    );
  });
});
