import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { anrokNegation, anrokRefusal, anrokTransaction, anrokVoid, readAnrokAnswer } from './anrok.rules.js';
import { EngineUnavailable, type TaxDocument } from './tax-engine.js';

const document: TaxDocument = {
  kind: 'sale',
  bookedAs: null,
  date: '2026-03-01',
  currency: 'USD',
  customer: {
    externalId: 'c1',
    name: 'Acme',
    address: { line1: '1 Way', city: 'Denver', region: null, zipcode: '80204', country: 'US' },
    taxNumber: null,
  },
  issuer: { line1: null, city: null, region: null, zipcode: null, country: 'US' },
  lines: [
    { id: 'f1', itemCode: 'saas', description: 'Seats', amountCents: 15_000n, units: new Decimal(3) },
    { id: 'f2', itemCode: null, description: 'Setup', amountCents: 500n, units: new Decimal(1) },
  ],
};

describe('the request to Anrok', () => {
  it('estimates without an id, and omits blank lines of the address', () => {
    expect(anrokTransaction(document, '2026-03-01')).toEqual({
      method: 'POST',
      path: '/v1/seller/transactions/createEphemeral',
      body: {
        accountingDate: '2026-03-01',
        currencyCode: 'USD',
        customerId: 'c1',
        customerName: 'Acme',
        customerAddress: { line1: '1 Way', city: 'Denver', postalCode: '80204', country: 'US' },
        lineItems: [
          { id: 'f1', productExternalId: 'saas', amount: 15_000 },
          { id: 'f2', productExternalId: '', amount: 500 },
        ],
      },
    });
  });

  it('books under an id, with the tax number', () => {
    const booked = { ...document, bookedAs: 'i1', customer: { ...document.customer, taxNumber: 'DE1' } };
    expect(anrokTransaction(booked, '2026-03-01')).toMatchObject({
      path: '/v1/seller/transactions/createOrUpdate',
      body: { id: 'i1', customerTaxIds: [{ type: 'genericVatNumber', value: 'DE1' }] },
    });
  });

  it('has a date of at most 30 days ahead', () => {
    const dateOf = (date: string) => anrokTransaction({ ...document, date }, '2026-03-01').body;
    expect(dateOf('2026-04-01')).toMatchObject({ accountingDate: '2026-03-31' });
    expect(dateOf('2026-03-31')).toMatchObject({ accountingDate: '2026-03-31' });
    expect(dateOf('2026-01-31')).toMatchObject({ accountingDate: '2026-01-31' });
  });

  it('voids and negates by id', () => {
    expect(anrokVoid('a b').path).toBe('/v1/seller/transactions/id:a%20b/void');
    expect(anrokNegation('i1')).toMatchObject({
      path: '/v1/seller/transactions/createNegation',
      body: { originalTransactionId: 'i1', newTransactionId: 'i1_voided' },
    });
  });
});

describe('the answer of Anrok', () => {
  const answer = {
    version: 1,
    taxAmountToCollect: 722,
    lineItems: [
      {
        id: 'f1',
        taxAmountToCollect: 722,
        preTaxAmount: '15000',
        jurises: [
          { name: 'Colorado', taxes: null, notTaxedReason: { type: 'productNotTaxed' } },
          {
            name: 'Denver',
            taxes: [{ taxName: 'Tax', taxableAmount: '15000', taxAmount: '721.5', taxRate: '0.0481' }],
          },
        ],
      },
      {
        id: 'f2',
        taxAmountToCollect: 0,
        jurises: [{ name: 'Germany', notTaxedReason: { type: 'exempt', reason: { type: 'reverseCharge' } } }],
      },
    ],
  };

  it('has the taxes of each line by jurisdiction, and the reasons against', () => {
    const { taxCents, lines } = readAnrokAnswer(answer, document);
    expect(taxCents).toBe(722n);
    expect(lines).toMatchObject([
      {
        id: 'f1',
        taxCents: 722n,
        parts: [
          { name: 'productNotTaxed', rate: null, type: 'productNotTaxed' },
          { name: 'Tax', type: null, jurisdiction: 'Denver' },
        ],
      },
      { id: 'f2', taxCents: 0n, parts: [{ name: 'reverseCharge', type: 'exempt', jurisdiction: 'Germany' }] },
    ]);
    expect(lines[0]?.parts[1]?.rate?.toFixed()).toBe('4.81');
    expect(lines[0]?.parts[1]?.amountCents.toFixed()).toBe('721.5');
  });

  it.each([
    ['another shape', { total: 1 }],
    ['fewer lines', { ...answer, lineItems: answer.lineItems.slice(1) }],
    ['lines in another order', { ...answer, lineItems: [...answer.lineItems].reverse() }],
    ['no JSON', '<html>'],
  ])('is not believed with %s', (_, body) => {
    expect(() => readAnrokAnswer(body, document)).toThrow(EngineUnavailable);
  });

  it('refuses with its type, or with a text', () => {
    expect(anrokRefusal({ type: 'customerAddressCouldNotResolve' })).toEqual({
      code: 'customerAddressCouldNotResolve',
      message: 'customerAddressCouldNotResolve',
    });
    expect(anrokRefusal({ type: 'productExternalIdUnknown', productExternalId: 'x' }).message).toBe(
      'productExternalIdUnknown: x',
    );
    expect(anrokRefusal('Request body: "lineItems": Required.')).toEqual({
      code: 'validationError',
      message: 'Request body: "lineItems": Required.',
    });
  });
});
