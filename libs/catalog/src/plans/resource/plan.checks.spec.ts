import { describe, expect, it } from '@jest/globals';
import type { RawInput } from '@tollgate/contracts';
import type { AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import { lookups, metric, metricId, stamp } from '../charges/charge.fixture.js';
import { errorOf } from '../../refusals.fixture.js';
import { checkNewPlan, checkPlanChange } from './plan.checks.js';
import { draftNewPlan, draftPlanChange } from './plan.draft.js';
import type { PlanChangeLookups, PlanLookups } from './plan.lookups.js';

const addOn = { id: '00000000-0000-4000-8000-0000000000cc', code: 'seat' } as AddOnRow;
const basic = {
  name: 'Basic',
  code: 'basic',
  interval: 'monthly',
  amount_cents: 500,
  amount_currency: 'EUR',
  pay_in_advance: false,
};
const charge = { billable_metric_id: metricId, charge_model: 'standard', properties: { amount: '1' } };
const fixedCharge = { add_on_id: addOn.id, charge_model: 'standard', properties: { amount: '1' } };
const found: PlanLookups = {
  addOns: [addOn],
  metrics: new Map([[metricId, metric]]),
  isCodeTaken: false,
  taxes: lookups.taxes,
  charges: lookups,
};

const add = (raw: RawInput, changes: Partial<PlanLookups> = {}) =>
  checkNewPlan(draftNewPlan({ ...basic, ...raw }), { ...found, ...changes }, stamp);

/** A body with an error in each stage, and how to correct each of them, in order (catalog, section 3.1). */
const stages: [string, unknown, RawInput][] = [
  [
    'charges',
    { charges: ['value_is_too_long'] },
    { charges: [{ ...charge, billable_metric_id: 'x', properties: {} }] },
  ],
  ['fixed_charges', { fixed_charges: ['value_is_too_long'] }, { fixed_charges: [{ ...fixedCharge, add_on_id: 'x' }] }],
  ['add-ons', 'add_ons_not_found', { fixed_charges: [{ ...fixedCharge, units: -1 }] }],
  ['metrics', 'billable_metrics_not_found', { charges: [{ ...charge, properties: { amount: 1 } }] }],
  ['the plan', { name: ['value_is_mandatory'], code: ['value_already_exist'] }, { name: 'Basic', code: 'free' }],
  ['metadata', { value: ['is neither text nor null'] }, { metadata: { key: 'value' } }],
  ['taxes', 'tax_not_found', { tax_codes: ['vat'] }],
  ['thresholds', { usage_thresholds: ['missing_amount_cents'] }, { usage_thresholds: [{ amount_cents: 1 }] }],
  ['a charge', { properties: ['invalid_amount'] }, { charges: [charge] }],
  ['a fixed charge', { units: ['value_is_out_of_range'] }, { fixed_charges: [fixedCharge] }],
  ['the commitment', { amount_cents: ['value_is_out_of_range'] }, { minimum_commitment: { amount_cents: 1 } }],
];
const allBad = {
  ...basic,
  name: '',
  charges: Array.from({ length: 1001 }, () => ({})),
  fixed_charges: Array.from({ length: 1001 }, () => ({})),
  metadata: { key: 1 },
  tax_codes: ['none'],
  usage_thresholds: [{}],
  minimum_commitment: { amount_cents: 0 },
};

describe('a new plan', () => {
  it('fails by the first stage that fails', () => {
    let raw: RawInput = allBad;
    for (const [stage, error, mended] of stages) {
      const isCodeTaken = raw['code'] === 'basic';
      expect([stage, errorOf(() => add(raw, { isCodeTaken }))]).toEqual([stage, error]);
      raw = { ...raw, ...mended };
    }
    expect(errorOf(() => add(raw))).toBeNull();
  });

  it('is prepared with all of its parts', () => {
    const checked = add({
      charges: [charge, charge],
      fixed_charges: [fixedCharge],
      tax_codes: ['vat'],
      minimum_commitment: { amount_cents: 1 },
      bill_charges_monthly: true,
    });
    expect(checked).toMatchObject({
      row: { code: 'basic', amount_cents: 500n, metadata: null, bill_charges_monthly: null, parent_id: null },
      taxIds: ['tax-1'],
      thresholds: [],
      commitment: { kind: 'added', row: { plan_id: checked.row.id } },
    });
    expect(checked.charges.prepared.map(({ row }) => [row.plan_id, row.code])).toEqual([
      [checked.row.id, 'storage'],
      [checked.row.id, 'storage_2'],
    ]);
    expect(checked.fixedCharges.prepared).toMatchObject([
      { row: { plan_id: checked.row.id, code: 'seat', units: '0' } },
    ]);
  });
});

describe('a change of a plan (catalog, section 3.2)', () => {
  const plan = add({ interval: 'yearly' }).row;
  const change = (raw: RawInput, changes: Partial<PlanChangeLookups> = {}) =>
    checkPlanChange(
      draftPlanChange(raw),
      { ...found, plan, attached: false, chargeRows: [], fixedChargeRows: [], commitment: null, ...changes },
      stamp,
    );

  it('leaves absent parts alone, but not the monthly flags', () => {
    expect(change({ name: 'New' })).toEqual({
      changes: { name: 'New', bill_charges_monthly: null, bill_fixed_charges_monthly: null, updated_at: stamp.now },
      taxIds: null,
      thresholds: null,
      charges: null,
      fixedCharges: null,
      commitment: null,
      cascades: false,
    });
    expect(change({ interval: 'yearly', bill_charges_monthly: true }).changes).toMatchObject({
      bill_charges_monthly: true,
      bill_fixed_charges_monthly: false,
    });
  });

  it('replaces lists, even by empty ones', () => {
    const row = { id: 'stored', code: 'storage' } as PlanChangeLookups['chargeRows'][number];
    const checked = change(
      {
        charges: [],
        fixed_charges: [],
        usage_thresholds: [],
        tax_codes: [],
        minimum_commitment: {},
        cascade_updates: true,
      },
      { chargeRows: [row] },
    );
    expect(checked).toMatchObject({
      taxIds: [],
      thresholds: [],
      charges: { prepared: [], dropped: ['stored'] },
      fixedCharges: { prepared: [], dropped: [] },
      commitment: { kind: 'removed' },
      cascades: true,
    });
  });

  it('ignores the fields that customers agreed to, even malformed ones, once it has a subscription', () => {
    const raw = { code: '', interval: 'daily', amount_currency: 'x', amount_cents: 7, trial_period: 'x' };
    expect(change(raw, { attached: true }).changes).toEqual({ amount_cents: 7n, updated_at: stamp.now });
    expect(errorOf(() => change(raw))).toEqual({
      code: ['value_is_mandatory'],
      interval: ['value_is_invalid'],
      amount_currency: ['value_is_invalid'],
      trial_period: ['is not a number'],
    });
    expect(errorOf(() => change({ code: 'other' }, { isCodeTaken: true }))).toEqual({ code: ['value_already_exist'] });
  });

  it('refuses unknown names before its own fields', () => {
    expect(errorOf(() => change({ name: '', charges: [{}], fixed_charges: [{ add_on_code: 'x' }] }))).toBe(
      'add_ons_not_found',
    );
    expect(errorOf(() => change({ name: '', charges: [{}] }))).toBe('billable_metrics_not_found');
    expect(errorOf(() => change({ name: '' }))).toEqual({ name: ['value_is_mandatory'] });
  });
});
