import { describe, expect, it } from '@jest/globals';
import type { Form } from './plan-form.js';
import { changesBetween } from './plan-changes.js';

const charge = {
  billable_metric_code: 'api_calls',
  code: 'api_calls',
  charge_model: 'standard',
  properties: { amount: '0.10' },
  pay_in_advance: false,
  min_amount_cents: 0,
  applied_pricing_unit: null,
  filters: [] as Form[],
  tax_codes: [] as string[],
};
const plan = {
  name: 'Pro',
  code: 'pro',
  amount_cents: 10_000,
  amount_currency: 'EUR',
  trial_period: null as number | null,
  pay_in_advance: false,
  tax_codes: ['vat'],
  usage_thresholds: [] as Form[],
  charges: [charge] as Form[],
  fixed_charges: [] as Form[],
  entitlements: { seats: { max: 5 } } as Form,
};
const sentences = (before: Form, after: Form) => changesBetween(before, after).map(({ sentence }) => sentence);
const withCharge = (changes: Form): Form => ({ ...plan, charges: [{ ...charge, ...changes }] });

describe('the differences of versions', () => {
  it('are none between equal ones; absent, null and empty are alike', () => {
    expect(changesBetween(plan, { ...plan, description: null, invoice_display_name: '' })).toEqual([]);
  });

  it('name the part, the field, both values and a sentence', () => {
    expect(changesBetween(plan, withCharge({ properties: { amount: '0.12' } }))).toEqual([
      {
        subject: 'charge',
        code: 'api_calls',
        field: 'properties.amount',
        before: '0.10',
        after: '0.12',
        sentence: 'Charge api_calls: amount from 0.10 to 0.12 EUR',
      },
    ]);
  });

  it('state cents in the main unit of the currency', () => {
    expect(sentences(plan, { ...plan, amount_cents: 12_050 })).toEqual(['Plan: amount from 100.00 to 120.50 EUR']);
    const yen = { ...plan, amount_currency: 'JPY' };
    expect(sentences(yen, { ...yen, amount_cents: 9000 })).toEqual(['Plan: amount from 10000 to 9000 JPY']);
  });

  it('state prices in the pricing unit of a charge', () => {
    const unit = { code: 'tokens', conversion_rate: '0.5' };
    expect(
      sentences(
        withCharge({ applied_pricing_unit: unit }),
        withCharge({ applied_pricing_unit: unit, properties: { amount: '3' } }),
      ),
    ).toEqual(['Charge api_calls: amount from 0.10 to 3 tokens']);
  });

  it('name entries of lists by their place', () => {
    const ranges = (...prices: string[]) =>
      withCharge({
        properties: { some_ranges: prices.map((price, place) => ({ from_value: place, per_unit_amount: price })) },
      });
    expect(sentences(ranges('1', '2'), ranges('1', '3'))).toEqual([
      'Charge api_calls: some range 2, per unit amount from 2 to 3 EUR',
    ]);
    expect(sentences(ranges('1'), ranges('1', '3'))).toEqual([
      'Charge api_calls: some range 2 set to from value 1, per unit amount 3',
    ]);
  });

  it('say that parts are new or gone, with what belongs to them', () => {
    const filtered = withCharge({ filters: [{ values: { model: ['large'] }, properties: { amount: '2' } }] });
    expect(sentences(plan, { ...plan, charges: [] })).toEqual(['Charge api_calls removed']);
    expect(sentences({ ...plan, charges: [] }, filtered)).toEqual(['Charge api_calls added']);
    expect(sentences(plan, filtered)).toEqual(['Charge api_calls, filter model large added']);
    expect(sentences(plan, { ...plan, usage_thresholds: [{ amount_cents: 500, recurring: true }] })).toEqual([
      'Recurring usage threshold of 5.00 EUR added',
    ]);
    expect(sentences(plan, { ...plan, minimum_commitment: { amount_cents: 100 } })).toEqual([
      'Minimum commitment added',
    ]);
  });

  it('reach filters, commitments, entitlements, and fields without a value', () => {
    const filtered = (amount: string) =>
      withCharge({ filters: [{ values: { model: ['l', 'xl'] }, properties: { amount } }] });
    expect(sentences(filtered('1'), filtered('2'))).toEqual([
      'Charge api_calls, filter model l or xl: amount from 1 to 2 EUR',
    ]);
    expect(sentences(plan, { ...plan, entitlements: { seats: { max: 10 }, sso: {} } })).toEqual([
      'Feature seats: max from 5 to 10',
      'Feature sso added',
    ]);
    expect(sentences(plan, { ...plan, trial_period: 14, pay_in_advance: true, tax_codes: [] })).toEqual([
      'Plan: trial period set to 14',
      'Plan: pay in advance from no to yes',
      'Plan: tax codes removed, was vat',
    ]);
    const committed = (cents: number) => ({ ...plan, minimum_commitment: { amount_cents: cents, tax_codes: [] } });
    expect(sentences(committed(100), committed(250))).toEqual(['Minimum commitment: amount from 1.00 to 2.50 EUR']);
  });

  it('notice another order of filters, and filters with equal values', () => {
    const filters = (...models: string[]) =>
      withCharge({ filters: models.map((model) => ({ values: { model: [model] }, properties: { amount: '1' } })) });
    expect(sentences(filters('a', 'b'), filters('b', 'a'))).toEqual(['Charge api_calls: order of filters changed']);
    expect(sentences(filters('a', 'b', 'c'), filters('b', 'c'))).toEqual(['Charge api_calls, filter model a removed']);
    expect(sentences(filters('a'), filters('a', 'a'))).toEqual(['Charge api_calls, filter model a added']);
  });

  it('cut long texts in sentences', () => {
    const [change] = changesBetween(plan, { ...plan, description: 'x'.repeat(5000) });
    expect(change?.after).toHaveLength(5000);
    expect(change?.sentence.length).toBeLessThan(200);
  });
});
