import { describe, expect, it } from '@jest/globals';
import { FixedChargeCreate, FixedChargeInPlan, type RawInput } from '@tollgate/contracts';
import type { AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import { errorOf } from '../../refusals.fixture.js';
import { checkFixedChargeChange, checkFixedChargeOverride, checkNewFixedCharge } from './fixed-charge.checks.js';
import {
  draftFixedChargeChange,
  draftFixedChargeInPlan,
  draftFixedChargeOverride,
  draftNewFixedCharge,
} from './fixed-charge.draft.js';
import { checkFixedChargeList } from './fixed-charge-list.checks.js';
import { addOnNamed, checkAddOns } from './fixed-charge.lookups.js';

const stamp = { organizationId: 'organization', now: new Date('2024-05-01T00:00:00Z') };
const addOn = { id: '00000000-0000-4000-8000-0000000000aa', code: 'seat' } as AddOnRow;
const taxes = new Map([['vat', { id: 'tax-1' }]]);
const standard = { add_on_id: addOn.id, charge_model: 'standard', properties: { amount: '1' }, units: 10 };
const plan = (codes: string[] = [], attached = false) => ({ id: 'plan', attached, codes });

function add(
  raw: RawInput,
  codes: string[] = [],
  contract: typeof FixedChargeCreate | typeof FixedChargeInPlan = FixedChargeInPlan,
) {
  return checkNewFixedCharge(draftNewFixedCharge({ ...standard, ...raw }, contract), addOn, plan(codes), taxes, stamp);
}
const stored = (raw: RawInput = {}): FixedChargeRow => add(raw).row;
const change = (raw: RawInput, attached = false, row = stored()) =>
  checkFixedChargeChange(draftFixedChargeChange(raw), row, plan([row.code, 'taken'], attached), taxes, stamp);

describe('a new fixed charge (catalog, section 6)', () => {
  it('gets the code of its add-on, or the next free one', () => {
    expect(add({ units: '1.50', apply_units_immediately: true })).toMatchObject({
      row: { code: 'seat', add_on_id: addOn.id, units: '1.5', revision: 0 },
      immediately: true,
    });
    expect(add({}, ['seat']).row.code).toBe('seat_2');
    expect(errorOf(() => add({}, [], FixedChargeCreate))).toEqual({ code: ['value_is_mandatory'] });
    expect(errorOf(() => add({ code: 'taken' }, ['taken']))).toEqual({ code: ['value_already_exist'] });
  });

  it('fails by its own fields, then by its taxes', () => {
    const bad = { units: -1, charge_model: 'volume', properties: {}, pay_in_advance: true, tax_codes: ['none'] };
    expect(errorOf(() => add(bad))).toEqual({
      units: ['value_is_out_of_range'],
      pay_in_advance: ['invalid_charge_model'],
    });
    expect(errorOf(() => add({ tax_codes: ['none'] }))).toBe('tax_not_found');
    expect(add({ tax_codes: ['vat'] }).taxIds).toEqual(['tax-1']);
  });
});

describe('a change of a fixed charge (catalog, section 6)', () => {
  it('needs units, and a model while the plan has no subscription', () => {
    expect(errorOf(() => change({}))).toEqual({
      units: ['is not a number'],
      charge_model: ['value_is_mandatory'],
      properties: ['value_is_mandatory'],
    });
    expect(errorOf(() => change({}, true))).toEqual({ units: ['is not a number'] });
    expect(errorOf(() => change({ ...standard, code: 'taken' }))).toEqual({ code: ['value_already_exist'] });
    expect(change({ ...standard, code: 'taken' }, true).row.code).toBe('seat');
  });

  it('counts changed units', () => {
    expect(change({ ...standard, units: '10.0' })).toMatchObject({ unitsChanged: false, row: { revision: 0 } });
    expect(change({ ...standard, units: 11 })).toMatchObject({ unitsChanged: true, row: { revision: 1, units: '11' } });
  });
});

describe('overrides of a copied fixed charge (subscriptions, section 3.6)', () => {
  const override = (raw: RawInput, row = stored({ invoice_display_name: 'n' })) =>
    checkFixedChargeOverride(draftFixedChargeOverride(raw), row, taxes, stamp);

  it('change the submitted fields; submitted units count as new', () => {
    expect(override({ code: 'x', charge_model: 'volume' }).row).toMatchObject({
      code: 'seat',
      charge_model: 'standard',
      invoice_display_name: 'n',
      units: '10',
      revision: 0,
    });
    expect(override({ units: '' }).row).toMatchObject({ units: '10', revision: 0 });
    expect(override({ units: 10 })).toMatchObject({ unitsChanged: false, row: { revision: 1 } });
    expect(override({ properties: null }).row.properties).toEqual({ amount: '1' });
    expect(errorOf(() => override({ units: {} }))).toEqual({ units: ['is not a number'] });
  });
});

describe('the fixed charges of a body (catalog, section 3.2)', () => {
  const check = (raw: RawInput[], rows: FixedChargeRow[] = []) =>
    checkFixedChargeList(
      raw.map(draftFixedChargeInPlan),
      rows,
      { id: 'plan', attached: false },
      { addOns: [addOn], taxes },
      stamp,
    );

  it('change stored ones by id, add others, and drop the rest', () => {
    const [a, b] = [stored({ code: 'a' }), stored({ code: 'seat' })];
    const checked = check([{ ...standard, id: a.id, units: 1 }, { ...standard, id: a.id, units: 2 }, standard], [a, b]);
    expect(checked.prepared.map(({ kind, row }) => [kind, row.code, row.units, row.revision])).toEqual([
      ['edited', 'a', '1', 1],
      ['edited', 'a', '2', 2],
      ['added', 'seat_2', '10', 0],
    ]);
    expect(checked.dropped).toEqual([b.id]);
  });

  it('name their add-ons by id, or else by code', () => {
    const byCode = { id: ' ', code: 'seat' };
    expect(errorOf(() => checkAddOns([byCode, { id: addOn.id.toUpperCase(), code: 'x' }], [addOn]))).toBeNull();
    expect(addOnNamed([addOn], byCode)).toBe(addOn);
    for (const unknown of [
      { id: 'x', code: 'seat' },
      { id: null, code: 'none' },
    ])
      expect(errorOf(() => checkAddOns([unknown], [addOn]))).toBe('add_ons_not_found');
    // One without a name passes until it is checked itself.
    const nameless = { id: undefined, code: undefined };
    expect(errorOf(() => checkAddOns([nameless], [addOn]))).toBeNull();
    expect(errorOf(() => addOnNamed([addOn], nameless))).toBe('add_ons_not_found');
  });
});
