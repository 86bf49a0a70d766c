import { describe, expect, it } from '@jest/globals';
import type { RawInput } from '@tollgate/contracts';
import { lookups, stamp, storedCharge } from '../charges/charge.fixture.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { errorOf } from '../../refusals.fixture.js';
import { checkCopyChange, checkPlanCopy } from './plan-copy.checks.js';
import { draftOverrides } from './plan-copy.draft.js';

const parent = { id: 'parent', parent_id: null, code: 'basic', name: 'Basic', amount_cents: 500n } as PlanRow;
const eu = { values: { region: ['eu'] }, properties: { amount: '2' } };
const charge = storedCharge({ filters: [eu], pay_in_advance: true });
const other = storedCharge({ code: 'other' });
const fixedCharge = {
  id: 'fixed',
  code: 'seat',
  charge_model: 'standard',
  properties: { amount: '1' },
  units: '1',
  revision: 4,
} as unknown as FixedChargeRow;

const copy = (raw: RawInput, units: Record<string, string> = {}) =>
  checkPlanCopy(
    draftOverrides(raw),
    {
      parent,
      taxes: lookups.taxes,
      parentCharges: [charge, other],
      charges: lookups,
      parentFixedCharges: [fixedCharge],
      retainedThresholds: [],
    },
    units,
    stamp,
  );

describe('the copy of a plan (subscriptions, section 3.6)', () => {
  it('has the charges of its parent, with their filters, and the units of the subscription', () => {
    const { row, charges, fixedCharges } = copy({ amount_cents: 7, code: 'ignored', metadata: {} }, { fixed: '3' });
    expect(row).toMatchObject({ parent_id: 'parent', code: 'basic', name: 'Basic', amount_cents: 7n, metadata: null });
    expect(charges.added).toMatchObject([
      {
        row: { plan_id: row.id, parent_id: charge.row.id, code: 'storage' },
        filters: [{ position: 1, properties: { amount: '2' } }],
        taxIds: [],
      },
      { row: { plan_id: row.id, parent_id: other.row.id, code: 'other' }, filters: [] },
    ]);
    expect(fixedCharges.added).toMatchObject([{ row: { parent_id: 'fixed', units: '3', revision: 0 } }]);
    expect([charges.edited, fixedCharges.edited]).toEqual([[], []]);
  });

  it('edits its own charges; the last of several overrides of one charge counts', () => {
    const overrides = [
      { id: charge.row.id, properties: { amount: 'x' } },
      { id: charge.row.id.toUpperCase(), properties: { amount: '9' } },
      { id: 'unknown', properties: {} },
    ];
    const { charges, fixedCharges } = copy({ charges: overrides, fixed_charges: [{ id: 'fixed', units: 2 }] });
    expect(charges.edited).toMatchObject([
      { row: { id: charges.added[0]?.row.id, properties: { amount: '9' } }, filters: null },
    ]);
    expect(fixedCharges.edited).toMatchObject([
      { row: { id: fixedCharges.added[0]?.row.id, units: '2', revision: 1 }, unitsChanged: true },
    ]);
  });

  it('fails by its own fields, taxes, thresholds, charges, fixed charges and its commitment, in this order', () => {
    const minimum = { id: charge.row.id, min_amount_cents: 1 };
    const stages: [unknown, RawInput][] = [
      [{ name: ['value_is_mandatory'] }, { name: 'n' }],
      ['tax_not_found', { tax_codes: ['vat'] }],
      [{ usage_thresholds: ['missing_amount_cents'] }, { usage_thresholds: [] }],
      [{ charges: ['value_is_too_long'] }, { charges: [minimum] }],
      [{ min_amount_cents: ['not_compatible_with_pay_in_advance'] }, { charges: [] }],
      [{ fixed_charges: ['value_is_too_long'] }, { fixed_charges: [{ id: 'fixed', units: -1 }] }],
      [{ units: ['value_is_out_of_range'] }, { fixed_charges: [] }],
      [{ amount_cents: ['is not a number'] }, { minimum_commitment: { amount_cents: 1 } }],
    ];
    let raw: RawInput = {
      name: '',
      tax_codes: ['none'],
      usage_thresholds: [{}],
      charges: Array.from({ length: 1001 }, () => ({})),
      fixed_charges: Array.from({ length: 1001 }, () => ({})),
      minimum_commitment: { invoice_display_name: 'm' },
    };
    for (const [error, mended] of stages) {
      expect(errorOf(() => copy(raw))).toEqual(error);
      raw = { ...raw, ...mended };
    }
    expect(errorOf(() => copy(raw))).toBeNull();
  });
});

describe('a change of a copy (subscriptions, section 3.6)', () => {
  const change = (raw: RawInput) =>
    checkCopyChange(
      draftOverrides(raw),
      {
        copy: { ...parent, id: 'copy', parent_id: 'parent' },
        taxes: lookups.taxes,
        charges: { ...lookups, stored: new Map([[charge.row.id, charge]]) },
        fixedChargeRows: [fixedCharge],
        commitment: null,
      },
      stamp,
    );

  it('restates submitted units, and refuses unknown fixed charges', () => {
    expect(change({ fixed_charges: [{ id: 'FIXED', units: 1 }] }).fixedCharges).toMatchObject([
      { isRestated: true, edited: { unitsChanged: false, row: { revision: 5 } } },
    ]);
    expect(change({ fixed_charges: [{ id: 'fixed' }] }).fixedCharges).toMatchObject([{ isRestated: false }]);
    expect(errorOf(() => change({ fixed_charges: [{ id: 'x' }] }))).toBe('fixed_charge_not_found');
  });

  it('edits the submitted fields of listed charges alone', () => {
    const { charges } = change({ charges: [{ id: charge.row.id, invoice_display_name: 'Disk' }] });
    expect(charges).toMatchObject([
      { row: { id: charge.row.id, invoice_display_name: 'Disk', properties: { amount: '1' } }, filters: null },
    ]);
    expect(errorOf(() => change({ charges: [{ id: 'x' }] }))).toEqual({ charges: ['charge_not_found'] });
  });

  it('changes no other part', () => {
    expect(errorOf(() => change({ name: '' }))).toEqual({ name: ['value_is_mandatory'] });
    expect(change({ description: 'd' })).toMatchObject({ columns: { description: 'd' }, charges: [], taxIds: null });
  });
});
