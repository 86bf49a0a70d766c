import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { CannotBeWritten } from './cannot-be-written.js';
import { arithmeticFaults } from './checks.js';
import { fee, invoice, issuing } from './e-invoices.fixture.js';
import { buildInvoiceModel } from './invoice-model.js';
import type { EInvoice, EInvoiceLine, VatSubtotal } from './model.js';
import { writeEInvoice } from './write-e-invoice.js';

const fees = [fee({ cents: 1000, rate: 20, coupons: '250.0' }), fee({ cents: 500 })];
const model = buildInvoiceModel(invoice(fees, { taxes: 150, coupons: 250 }), issuing());

const line = (changes: Partial<EInvoiceLine>): EInvoice => ({
  ...model,
  lines: model.lines.map((each, place) => (place === 0 ? { ...each, ...changes } : each)),
});
const subtotal = (changes: Partial<VatSubtotal>): EInvoice => ({
  ...model,
  vat: model.vat.map((each, place) => (place === 0 ? { ...each, ...changes } : each)),
});
const totals = (changes: Partial<EInvoice['totals']>): EInvoice => ({
  ...model,
  totals: { ...model.totals, ...changes },
});

describe('the check of a finished model', () => {
  it('finds nothing wrong with a right one', () => {
    expect(arithmeticFaults(model)).toEqual([]);
  });

  it.each([
    ['BR-CO-10', totals({ lines: 1501n })],
    ['BR-CO-11', totals({ allowances: 251n })],
    ['BR-CO-12', totals({ charges: 1n })],
    ['BR-CO-13', totals({ withoutVat: 1251n })],
    ['BR-CO-14', totals({ vat: 151n })],
    ['BR-CO-15', totals({ withVat: 1401n })],
    ['BR-CO-16', totals({ payable: 1401n })],
    ['BR-S-08', subtotal({ base: 751n })],
    ['BR-CO-17', subtotal({ tax: 300n })],
    ['BR-CO-18', subtotal({ rate: new Decimal(19) })],
    ['BR-27', line({ price: new Decimal(-5), quantity: new Decimal(-1) })],
    ['BR-16', { ...model, lines: [] }],
    ['BR-O-11', subtotal({ category: 'O', rate: new Decimal(0) })],
    ['S at 0 %', subtotal({ rate: new Decimal(0) })],
    ['Z with a reason', { ...model, vat: model.vat.map((each) => ({ ...each, reason: { code: null, text: 'x' } })) }],
    ['BR-CL-04', { ...model, currency: 'HRK' }],
    ['BR-CL-22', subtotal({ category: 'E', rate: new Decimal(0), reason: { code: 'VATEX-EU-O', text: 'x' } })],
    ['line 1', line({ price: new Decimal(6) })],
    ['rounding', totals({ rounding: 1n, payable: 1401n })],
  ])('refuses a model that breaks %s', (rule, broken) => {
    expect(arithmeticFaults(broken).join('\n')).toContain(rule);
    expect(() => writeEInvoice(broken, 'en16931-ubl')).toThrow(CannotBeWritten);
  });
});
