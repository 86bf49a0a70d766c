import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { avalaraRefund, avalaraRefusal, avalaraTransaction, avalaraVoid, readAvalaraAnswer } from './avalara.rules.js';
import { EngineUnavailable, type TaxDocument } from './tax-engine.js';

const document: TaxDocument = {
  kind: 'sale',
  bookedAs: null,
  date: '2026-03-01',
  currency: 'USD',
  customer: {
    externalId: 'c1',
    name: 'Acme',
    address: { line1: '1 Way', city: 'Irvine', region: 'CA', zipcode: '92614', country: 'US' },
    taxNumber: null,
  },
  issuer: { line1: '2 Way', city: 'Denver', region: 'CO', zipcode: '80204', country: 'US' },
  lines: [{ id: 'f1', itemCode: 'saas', description: 'Seats', amountCents: 12_345n, units: new Decimal('2.5') }],
};

describe('the request to AvaTax', () => {
  it('estimates by an order, with addresses of both and amounts in the main unit', () => {
    expect(avalaraTransaction(document, 'DEFAULT')).toEqual({
      method: 'POST',
      path: '/api/v2/transactions/create',
      body: {
        type: 'SalesOrder',
        companyCode: 'DEFAULT',
        date: '2026-03-01',
        customerCode: 'c1',
        currencyCode: 'USD',
        commit: false,
        addresses: {
          shipFrom: { line1: '2 Way', city: 'Denver', region: 'CO', postalCode: '80204', country: 'US' },
          shipTo: { line1: '1 Way', city: 'Irvine', region: 'CA', postalCode: '92614', country: 'US' },
        },
        lines: [{ number: 'f1', quantity: 2.5, amount: 123.45, itemCode: 'saas', description: 'Seats' }],
      },
    });
  });

  it('commits under an id, so that a repetition adjusts', () => {
    expect(avalaraTransaction({ ...document, bookedAs: 'i1' }, 'DEFAULT')).toMatchObject({
      path: '/api/v2/transactions/createoradjust',
      body: { adjustmentReason: 'Other', createTransactionModel: { type: 'SalesInvoice', code: 'i1', commit: true } },
    });
    const [line] = document.lines;
    const returned = {
      ...document,
      kind: 'return' as const,
      bookedAs: 'cn_1',
      lines: line ? [{ ...line, amountCents: -5n }] : [],
    };
    expect(avalaraTransaction(returned, 'DEFAULT')).toMatchObject({
      body: { createTransactionModel: { type: 'ReturnInvoice', lines: [{ amount: -0.05 }] } },
    });
  });

  it('has the minor units of the currency, and at least one unit', () => {
    const [line] = document.lines;
    const lines = line ? [{ ...line, amountCents: 500n, itemCode: null, units: new Decimal(0) }] : [];
    expect(avalaraTransaction({ ...document, currency: 'JPY', lines }, 'D').body).toMatchObject({
      lines: [{ quantity: 1, amount: 500 }],
    });
    expect(avalaraTransaction({ ...document, currency: 'KWD', lines }, 'D').body).toMatchObject({
      lines: [{ amount: 0.5 }],
    });
  });

  it('voids and refunds by company, id and type', () => {
    expect(avalaraVoid('A B', 'i1', 'sale')).toEqual({
      method: 'POST',
      path: '/api/v2/companies/A%20B/transactions/i1/void?documentType=SalesInvoice',
      body: { code: 'DocVoided' },
    });
    expect(avalaraVoid('A', 'cn_1', 'return').path).toMatch(/documentType=ReturnInvoice$/);
    expect(avalaraRefund('A', 'i1', '2026-03-05')).toMatchObject({
      path: '/api/v2/companies/A/transactions/i1/refund?documentType=SalesInvoice',
      body: { refundTransactionCode: 'i1_voided', refundType: 'Full', refundDate: '2026-03-05' },
    });
  });
});

describe('the answer of AvaTax', () => {
  const detail = { taxName: 'CA STATE TAX', rate: 0.0725, tax: 8.95, taxType: 'Sales', jurisName: 'CALIFORNIA' };
  const answer = (...details: object[]) => ({
    code: 'i1',
    totalTax: 8.95,
    lines: [{ lineNumber: 'f1', tax: 8.95, details }],
  });

  it('has the taxes of each line, in cents', () => {
    const { taxCents, lines } = readAvalaraAnswer(answer({ ...detail, taxableAmount: 123.45 }), document);
    expect(taxCents).toBe(895n);
    expect(lines).toMatchObject([{ id: 'f1', taxCents: 895n }]);
    const [part] = lines[0]?.parts ?? [];
    expect([part?.name, part?.rate?.toFixed(), part?.amountCents.toFixed(), part?.type, part?.jurisdiction]).toEqual([
      'CA STATE TAX',
      '7.25',
      '895',
      'Sales',
      'CALIFORNIA',
    ]);
  });

  it.each([
    [{ exemptAmount: 123.45, nonTaxableAmount: 0 }, 'exempt'],
    [{ exemptAmount: 0, nonTaxableAmount: 123.45 }, 'productNotTaxed'],
  ])('tells why a line is not taxed: %j', (amounts, type) => {
    const untaxed = { ...detail, tax: 0, taxableAmount: 0, ...amounts };
    expect(readAvalaraAnswer(answer(untaxed), document).lines[0]?.parts).toMatchObject([
      { name: type, type, rate: null },
    ]);
  });

  it('is not believed with another shape or other lines', () => {
    expect(() => readAvalaraAnswer({}, document)).toThrow(EngineUnavailable);
    expect(() => readAvalaraAnswer({ totalTax: 1, lines: [{ lineNumber: 'f2', tax: 1 }] }, document)).toThrow(
      EngineUnavailable,
    );
  });

  it('refuses with its code and its most exact words', () => {
    const details = [{ code: 'InvalidAddress', message: 'short', description: 'long' }];
    expect(avalaraRefusal({ error: { code: 'InvalidAddress', message: 'general', details } })).toEqual({
      code: 'InvalidAddress',
      message: 'long',
    });
    expect(avalaraRefusal('no JSON')).toEqual({ code: 'validationError', message: '' });
  });
});

describe('a return at AvaTax', () => {
  it('states the tax of each line and the date of the taxes', () => {
    const line = { id: 'i', itemCode: 'saas', description: 'Seats', amountCents: -24_903n, taxCents: -1921n };
    const returned = {
      ...document,
      kind: 'return' as const,
      bookedAs: 'cn_1',
      date: '2025-07-10',
      taxDate: '2025-06-20',
      lines: [{ ...line, units: new Decimal(1) }],
    };
    const { createTransactionModel: model } = avalaraTransaction(returned, 'DEFAULT').body as {
      createTransactionModel: object;
    };
    const reason = 'Credit of an earlier invoice';
    expect(model).toMatchObject({
      type: 'ReturnInvoice',
      date: '2025-07-10',
      taxOverride: { type: 'TaxDate', taxDate: '2025-06-20', reason },
      lines: [
        { amount: -249.03, taxOverride: { type: 'TaxAmount', taxAmount: -19.21, taxDate: '2025-06-20', reason } },
      ],
    });
  });
});
