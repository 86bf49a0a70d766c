import { describe, expect, it } from '@jest/globals';
import { noFacts, type CorrectedInvoice } from '../content/billing-facts.js';
import { amountText } from './amounts.js';
import { arithmeticFaults } from './checks.js';
import { buildCreditNoteModel } from './credit-note-model.js';
import { creditNote, customer, fee, issuing } from './e-invoices.fixture.js';
import type { CreditNoteSource } from './sources.js';

const built = (note: CreditNoteSource) => {
  const model = buildCreditNoteModel(note, issuing());
  expect(arithmeticFaults(model)).toEqual([]);
  return model;
};

describe('the model of a credit note', () => {
  it('has the figures of the note, with its final cent (invoices, section 6.2)', () => {
    const of = fee({ cents: 100000, rate: 20 });
    const model = built(creditNote([{ of, precise: '72686.0' }], { subtotal: 72686, taxes: 14537 }));
    expect(model.totals).toMatchObject({ lines: 72686n, vat: 14537n, withVat: 87223n, payable: 87223n, rounding: 0n });
    expect([model.typeCode, model.dueDate]).toEqual(['381', null]);
    expect(model.precedingInvoices).toEqual([{ number: 'NIM-001-001', issueDate: null }]);
    expect(model.paymentTerms).toBe('Credited: €872.23');
    expect(model.notes.map(({ text }) => text)).toEqual([
      'Credit note ID: n-1',
      'Invoice number: NIM-001-001',
      'Reason: Order change',
    ]);
  });

  it('gives back coupons with the same share as the fee, by rate', () => {
    const [one, other] = [
      fee({ cents: 10000, rate: 10, coupons: '2080.0' }),
      fee({ cents: 3000, rate: 20, coupons: '1650.0' }),
    ];
    // Half of each: 50.00 less 10.40 at 10 %, 15.00 less 8.25 at 20 %.
    const items = [
      { of: one, precise: '5000.0' },
      { of: other, precise: '1500.0' },
    ];
    const model = built(creditNote(items, { subtotal: 4635, taxes: 531, coupons: 1865 }));
    expect(model.vat.map(({ rate, base, tax }) => [rate.toFixed(), amountText(base), amountText(tax)])).toEqual([
      ['20', '6.75', '1.35'],
      ['10', '39.60', '3.96'],
    ]);
    expect(model.deductions.map(({ amount }) => amountText(amount))).toEqual(['8.25', '10.40']);
  });

  it('rounds fractions of items so that they add up to the subtotal', () => {
    const of = fee({ cents: 1000, rate: 20 });
    const items = [0, 1, 2].map(() => ({ of, precise: '33.4' }));
    const model = built(creditNote(items, { subtotal: 100, taxes: 20 }));
    expect(model.lines.map(({ amount }) => amount)).toEqual([34n, 33n, 33n]);
  });

  it('takes the tax of the last note, which settles earlier rounding', () => {
    const of = fee({ cents: 6833, rate: 20 });
    const model = built(creditNote([{ of, precise: '6833.0' }], { subtotal: 6833, taxes: 1366 }));
    expect(model.totals).toMatchObject({ vat: 1366n, payable: 8199n });
  });

  it('has number, date and purchase order of its invoice, and the days that it corrects', () => {
    const of = fee({ cents: 1000, rate: 20 });
    const note = creditNote([{ of, precise: '500.0' }], { subtotal: 500, taxes: 100 });
    const corrected: CorrectedInvoice = {
      ...{ number: 'NIM-001-001', issuingDate: '2026-02-01', type: 'subscription', purchaseOrder: 'PO-7' },
      ...{ createdAt: '2026-02-01T00:00:00Z', amountCents: 1200 },
    };
    const facts = { ...noFacts, corrected: new Map([['i-1', corrected]]) };
    const model = buildCreditNoteModel({ ...note, svc_invoice_id: 'i-1' }, issuing({ facts }));
    expect(model.precedingInvoices).toEqual([{ number: 'NIM-001-001', issueDate: '2026-02-01' }]);
    expect([model.purchaseOrder, model.deliveryDate]).toEqual(['PO-7', '2026-01-31']);
    expect(model.period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  });

  it('has its own words in place of the fixed reason, which is in the language of the document', () => {
    const of = fee({ cents: 1000 });
    const french = { ...customer, billing_configuration: { document_locale: 'fr' } } as typeof customer;
    const notesOf = (description: string | null) =>
      built(
        creditNote([{ of, precise: '500.0' }], { subtotal: 500, taxes: 0 }, { description, customer: french }),
      ).notes.map(({ text }) => text);
    expect(notesOf(null)[2]).toBe('Motif: Modification de la commande');
    expect(notesOf('Comme convenu.').slice(2)).toEqual(['Comme convenu.']);
  });

  it('is refused for several taxes of one item', () => {
    const of = fee({ cents: 1000, rate: 26, codes: ['standard', 'reduced'] });
    const note = creditNote([{ of, precise: '500.0' }], { subtotal: 500, taxes: 130 });
    expect(() => buildCreditNoteModel(note, issuing())).toThrow('several taxes of one item');
  });

  it('of prepaid credits is not subject to VAT, even if its fee is gone', () => {
    const model = built(creditNote([{ of: null, precise: '500.0' }], { subtotal: 500, taxes: 0 }));
    expect(model.vat.map(({ category }) => category)).toEqual(['O']);
    expect(model.lines[0]?.name).toBe('Prepaid credits');
  });
});
