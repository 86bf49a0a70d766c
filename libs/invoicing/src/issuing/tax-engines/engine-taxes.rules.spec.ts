import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import { engineTaxesOf } from './engine-taxes.rules.js';
import type { TaxPart } from './tax-engine.js';

const part = (name: string, rate: string | null, cents: string, more: Partial<TaxPart> = {}): TaxPart => ({
  name,
  rate: rate === null ? null : new Decimal(rate),
  amountCents: new Decimal(cents),
  type: null,
  jurisdiction: null,
  ...more,
});
const line = (id: string, taxCents: bigint, ...parts: TaxPart[]) => ({ id, taxCents, parts });
const bases = (...cents: number[]) => cents.map((each) => new Decimal(each));
const sumOf = (fees: ReturnType<typeof engineTaxesOf>): bigint =>
  fees.flatMap(({ taxes }) => taxes).reduce((sum, tax) => sum + BigInt(tax.amount_cents), 0n);

describe('taxes of fees by the answer of an engine', () => {
  it('have the name, rate and whole cents of each part', () => {
    const answer = {
      taxCents: 722n,
      lines: [line('f', 722n, part('Tax', '4.81', '721.5', { jurisdiction: 'Denver' }))],
    };
    expect(engineTaxesOf(answer, bases(15_000))).toEqual([
      { fee_id: 'f', taxes: [{ code: 'tax', name: 'Tax', rate: '4.81', description: 'Denver', amount_cents: '722' }] },
    ]);
  });

  it('put a rest of rounding on the largest tax of the line', () => {
    const parts = [part('City', '1', '10.4'), part('State', '6', '62.4'), part('County', '1', '10.4')];
    const [fee] = engineTaxesOf({ taxCents: 83n, lines: [line('f', 83n, ...parts)] }, bases(1_040));
    expect(fee?.taxes.map(({ amount_cents: cents }) => cents)).toEqual(['10', '63', '10']);
  });

  it('put a rest of the document on the line with the largest tax', () => {
    const lines = [line('a', 10n, part('VAT', '20', '10')), line('b', 20n, part('VAT', '20', '20'))];
    const fees = engineTaxesOf({ taxCents: 31n, lines }, bases(50, 100));
    expect(fees.map(({ taxes }) => taxes.map((tax) => tax.amount_cents))).toEqual([['10'], ['21']]);
    expect(new Set(fees.flatMap(({ taxes }) => taxes.map(({ code }) => code)))).toEqual(new Set(['vat']));
    expect(sumOf(fees)).toBe(31n);
  });

  it('are 0.00 and named after the reason without a tax', () => {
    const parts = [
      part('productNotTaxed', null, '0', { type: 'productNotTaxed', jurisdiction: 'Colorado' }),
      part('productNotTaxed', null, '0', { type: 'productNotTaxed', jurisdiction: 'Denver' }),
      part('reverseCharge', null, '0', { type: 'exempt' }),
      part('whatever', null, '0'),
      part('VAT', '19', '19'),
    ];
    const [fee] = engineTaxesOf({ taxCents: 0n, lines: [line('f', 0n, ...parts)] }, bases(100));
    expect(fee?.taxes.map(({ code, name, rate, amount_cents: cents }) => [code, name, rate, cents])).toEqual([
      ['product_not_taxed', 'Product not taxed', '0', '0'],
      ['reverse_charge', 'Reverse charge', '0', '0'],
      ['unknown_taxation', 'Unknown taxation', '0', '0'],
      ['tax', 'Tax', '0', '0'],
    ]);
  });

  it('stand beside the reasons of other jurisdictions', () => {
    const parts = [part('jurisHasNoTax', null, '0', { type: 'jurisHasNoTax' }), part('Tax', '10', '10')];
    const [fee] = engineTaxesOf({ taxCents: 10n, lines: [line('f', 10n, ...parts)] }, bases(100));
    expect(fee?.taxes.map(({ name, amount_cents: cents }) => [name, cents])).toEqual([
      ['Tax', '10'],
      ['Juris has no tax', '0'],
    ]);
  });

  it('have the rate of the whole fee if only a part is taxable', () => {
    const answer = { taxCents: 500n, lines: [line('f', 500n, part('Texas', '6.25', '500'))] };
    expect(engineTaxesOf(answer, bases(10_000))[0]?.taxes).toMatchObject([{ rate: '5', amount_cents: '500' }]);
  });

  it('share what the customer pays if the seller pays the rest', () => {
    const parts = [part('State', '6', '60'), part('City', '2', '20')];
    const [fee] = engineTaxesOf({ taxCents: 41n, lines: [line('f', 41n, ...parts)] }, bases(1_000));
    expect(fee?.taxes.map(({ rate, amount_cents: cents }) => [rate, cents])).toEqual([
      ['3.1', '31'],
      ['1', '10'],
    ]);
  });

  it('have different codes where their names agree', () => {
    const taxes = [
      part('Tax', '6', '6', { jurisdiction: 'Texas' }),
      part('Tax', '2', '2', { jurisdiction: 'Austin' }),
      part('Tax', '1', '1', { jurisdiction: 'Austin' }),
    ];
    const [fee] = engineTaxesOf({ taxCents: 9n, lines: [line('f', 9n, ...taxes)] }, bases(100));
    expect(fee?.taxes.map(({ code }) => code)).toEqual(['tax_texas', 'tax_austin_2', 'tax_austin_1']);
    const twins = [part('Tax', '1', '1', { jurisdiction: 'A' }), part('Tax', '1', '1', { jurisdiction: 'A' })];
    expect(engineTaxesOf({ taxCents: 2n, lines: [line('f', 2n, ...twins)] }, bases(100))[0]?.taxes).toMatchObject([
      { rate: '2', amount_cents: '2' },
    ]);
  });

  it('are whole without any part', () => {
    expect(engineTaxesOf({ taxCents: 7n, lines: [line('f', 7n)] }, bases(100))[0]?.taxes).toMatchObject([
      { name: 'Tax', rate: '7', amount_cents: '7' },
    ]);
    expect(engineTaxesOf({ taxCents: 0n, lines: [line('f', 0n)] }, bases(100))[0]?.taxes).toEqual([]);
  });

  it('add up to the engine for any rests', () => {
    for (let seed = 1; seed < 200; seed++) {
      const lines = [1, 2, 3].map((at) => {
        const parts = [1, 2, 3].map((each) => part(`T${each}`, '1', String(((seed * at * each) % 97) / 7)));
        return line(`f${at}`, BigInt((seed * at) % 31) - 5n, ...parts);
      });
      const taxCents = lines.reduce((sum, { taxCents: cents }) => sum + cents, 0n) + BigInt(seed % 3) - 1n;
      expect(sumOf(engineTaxesOf({ taxCents, lines }, bases(100, 200, 300)))).toBe(taxCents);
    }
  });
});
