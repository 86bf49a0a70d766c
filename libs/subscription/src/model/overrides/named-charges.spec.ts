import { describe, expect, it } from '@jest/globals';
import type { PlanView } from '@tollgate/catalog/reader';
import type { RawInput } from '@tollgate/contracts';
import { ApiError } from '@tollgate/platform';
import { namedByIds } from './named-charges.js';

const plan = {
  charges: [
    { id: 'aa', parentId: 'a0', code: 'calls', metric: { id: 'm1' } },
    { id: 'bb', parentId: 'b0', code: 'calls_eu', metric: { id: 'm1' } },
    { id: 'cc', parentId: 'c0', code: 'disk', metric: { id: 'm2' } },
  ],
  fixedCharges: [
    { id: 'dd', parentId: 'd0', code: 'seat', addOn: { id: 'o1', code: 'seats' } },
    { id: 'ee', parentId: 'e0', code: 'setup', addOn: { id: 'o2', code: 'setups' } },
    { id: 'ff', parentId: 'f0', code: 'setup_2', addOn: { id: 'o2', code: 'setups' } },
  ],
} as unknown as PlanView;

const refusal = (overrides: RawInput): unknown => {
  try {
    return namedByIds(plan, overrides);
  } catch (error) {
    return (error as ApiError).body;
  }
};
const unknownCharge = { error_details: { charges: ['charge_not_found'] } };

describe('names of overridden charges (charges, section 9.1)', () => {
  it('are ids, also those of the charges that a copy was made from', () => {
    const charges = [
      { id: 'BB', properties: {} },
      { id: 'c0', code: 'ignored' },
    ];
    expect(namedByIds(plan, { charges, fixed_charges: [{ id: 'D0', units: 2 }], name: 'n' })).toEqual({
      charges: [
        { id: 'bb', properties: {} },
        { id: 'cc', code: 'ignored' },
      ],
      fixed_charges: [{ id: 'dd', units: 2 }],
      name: 'n',
    });
  });

  it('are metric or code, if only one charge has them', () => {
    const named = namedByIds(plan, {
      charges: [{ code: 'calls' }, { billable_metric_id: 'M2' }, { billable_metric_id: 'm1', code: 'calls_eu' }],
      fixed_charges: [{ add_on_id: 'o1' }, { add_on_code: 'seats', units: 1 }, { id: null, code: 'setup_2' }],
    });
    expect(named['charges']).toMatchObject([{ id: 'aa' }, { id: 'cc' }, { id: 'bb' }]);
    expect(named['fixed_charges']).toEqual([{ id: 'dd' }, { id: 'dd', units: 1 }, { id: 'ff' }]);
  });

  it.each<[string, RawInput, unknown]>([
    ['several charges of a metric', { charges: [{ billable_metric_id: 'm1' }] }, unknownCharge],
    ['no charge', { charges: [{ code: 'none' }] }, unknownCharge],
    ['a code in other letters', { charges: [{ code: 'DISK' }] }, unknownCharge],
    ['no name', { charges: [{ properties: { amount: '1' } }] }, unknownCharge],
    ['an unknown id', { charges: [{ id: 'zz', code: 'calls' }] }, unknownCharge],
    ['several fixed charges of an add-on', { fixed_charges: [{ add_on_code: 'setups' }] }, unknownCharge],
    ['no fixed charge', { fixed_charges: [{ units: 1 }] }, unknownCharge],
    ['an unknown id of a fixed charge', { fixed_charges: [{ id: 'zz' }] }, { code: 'fixed_charge_not_found' }],
  ])('are refused for %s', (_, overrides, body) => {
    expect(refusal(overrides)).toMatchObject(body as object);
  });

  it('leave malformed lists to the catalog', () => {
    expect(namedByIds(plan, { charges: 'x', fixed_charges: [null, 7] })).toEqual({
      charges: 'x',
      fixed_charges: [null, 7],
    });
  });
});
