import { describe, expect, it } from '@jest/globals';
import { ChargeCreate, ChargeInPlan, type RawInput } from '@tollgate/contracts';
import { errorOf } from '../../refusals.fixture.js';
import { checkChargeChange, checkChargeOverride, checkNewCharge } from './charge.checks.js';
import { draftChargeChange, draftChargeOverride, draftNewCharge } from './charge.draft.js';
import { lookups, metricId, planId, stamp, storedCharge } from './charge.fixture.js';

const standard = { billable_metric_id: metricId, charge_model: 'standard', properties: { amount: '1' } };
const badFilter = { values: {} };
const plan = (codes: string[] = [], attached = false) => ({ id: planId, attached, codes });

const add = (raw: RawInput, codes: string[] = [], contract: typeof ChargeCreate | typeof ChargeInPlan = ChargeInPlan) =>
  checkNewCharge(draftNewCharge({ ...standard, ...raw }, contract), plan(codes), lookups, stamp);
const change = (raw: RawInput, attached = false, stored = storedCharge()) =>
  checkChargeChange(draftChargeChange(raw), stored, plan([stored.row.code, 'taken'], attached), lookups, stamp);
const override = (raw: RawInput, stored = storedCharge()) =>
  checkChargeOverride(draftChargeOverride(raw), stored, lookups, stamp);

describe('a new charge (catalog, section 4)', () => {
  it('gets the code of its metric, or the next free one', () => {
    expect(add({}).row).toMatchObject({ code: 'storage', plan_id: planId, billable_metric_id: metricId });
    expect(add({}, ['storage', 'storage_4']).row.code).toBe('storage_5');
    expect(errorOf(() => add({}, [], ChargeCreate))).toEqual({ code: ['value_is_mandatory'] });
    expect(errorOf(() => add({ code: 'taken' }, ['taken']))).toEqual({ code: ['value_already_exist'] });
  });

  it('fails by its metric, its own fields, its filters, its taxes and its unit, in this order', () => {
    const bad = {
      properties: { amount: 1 },
      min_amount_cents: -1,
      filters: [badFilter],
      tax_codes: ['none'],
      applied_pricing_unit: { code: 'none', conversion_rate: '1' },
    };
    const unit = { code: 'credits', conversion_rate: '2' };
    expect(errorOf(() => add({ ...bad, billable_metric_id: 'm' }))).toBe('billable_metric_not_found');
    expect(errorOf(() => add(bad))).toEqual({
      min_amount_cents: ['value_is_out_of_range'],
      properties: ['invalid_amount'],
    });
    const { properties: _, min_amount_cents: __, ...wellFormed } = bad;
    expect(errorOf(() => add(wellFormed))).toEqual({ values: ['value_is_mandatory'] });
    expect(errorOf(() => add({ ...wellFormed, filters: [] }))).toBe('tax_not_found');
    expect(errorOf(() => add({ ...wellFormed, filters: [], tax_codes: ['vat'] }))).toEqual({
      pricing_unit: ['relation_must_exist'],
    });
    expect(add({ filters: [], tax_codes: ['vat', 'vat'], applied_pricing_unit: unit })).toMatchObject({
      taxIds: ['tax-1'],
      unit: { pricingUnitId: 'unit-1', conversionRate: '2' },
    });
  });

  it('needs a model, and takes the default price of it', () => {
    expect(errorOf(() => add({ charge_model: null }))).toEqual({
      charge_model: ['value_is_invalid', 'value_is_mandatory'],
    });
    expect(add({ charge_model: 'percentage', properties: {} }).row.properties).toEqual({ rate: '0' });
  });
});

describe('a change of a charge (catalog, section 4.3)', () => {
  it('resets absent fields, but neither its code nor its terms', () => {
    const stored = storedCharge({
      invoice_display_name: 'n',
      code: 'c',
      pay_in_advance: true,
      properties: { amount: '3' },
    });
    const { row, filters, taxIds, unit } = change({ charge_model: 'standard' }, false, stored);
    expect(row).toMatchObject({
      id: stored.row.id,
      code: 'c',
      invoice_display_name: null,
      properties: { amount: '0' },
      pay_in_advance: true,
      min_amount_cents: 0n,
    });
    expect({ filters, taxIds, unit }).toEqual({ filters: null, taxIds: null, unit: null });
  });

  it('may not take the code of another charge', () => {
    expect(errorOf(() => change({ ...standard, code: 'taken' }))).toEqual({ code: ['value_already_exist'] });
    expect(change({ ...standard, code: 'storage' }).row.code).toBe('storage');
  });

  it('ignores model, code and terms of a plan with a subscription, even malformed ones', () => {
    const raw = {
      charge_model: 'standard',
      code: '',
      min_amount_cents: -1,
      pay_in_advance: true,
      billable_metric_id: 'x',
    };
    expect(change({ ...raw, properties: { amount: '7' } }, true).row).toMatchObject({
      code: 'storage',
      pay_in_advance: false,
      properties: { amount: '7' },
    });
    // Without a model in the request there is no default price.
    expect(errorOf(() => change({}, true))).toEqual({ properties: ['invalid_amount'] });
    expect(errorOf(() => change({}))).toEqual({ charge_model: ['value_is_invalid', 'value_is_mandatory'] });
  });

  it('changes the rate of its unit, and gets no unit', () => {
    const unit = { code: 'credits', conversion_rate: '2' };
    const priced = storedCharge({ applied_pricing_unit: unit });
    const rate = { ...standard, applied_pricing_unit: { conversion_rate: '5' } };
    expect(change(rate, false, priced).unit).toEqual({ pricingUnitId: 'unit-1', conversionRate: '5' });
    expect(change(rate).unit).toBeNull();
    const zero = { ...standard, applied_pricing_unit: { conversion_rate: 0 } };
    expect(errorOf(() => change(zero, false, priced))).toEqual({ conversion_rate: ['value_is_out_of_range'] });
  });
});

describe('overrides of a copied charge (subscriptions, section 3.6)', () => {
  it('change the submitted fields only', () => {
    const stored = storedCharge({ invoice_display_name: 'n' });
    expect(override({ min_amount_cents: 9 }, stored).row).toMatchObject({
      invoice_display_name: 'n',
      properties: { amount: '1' },
      min_amount_cents: 9n,
    });
  });

  it('check the minimum after all other fields', () => {
    const inAdvance = storedCharge({ pay_in_advance: true });
    expect(errorOf(() => override({ min_amount_cents: -1, tax_codes: ['none'] }))).toBe('tax_not_found');
    expect(errorOf(() => override({ min_amount_cents: -1 }))).toEqual({ min_amount_cents: ['value_is_out_of_range'] });
    expect(errorOf(() => override({ min_amount_cents: 1 }, inAdvance))).toEqual({
      min_amount_cents: ['not_compatible_with_pay_in_advance'],
    });
    expect(override({ min_amount_cents: 0 }, inAdvance).row.min_amount_cents).toBe(0n);
  });
});
