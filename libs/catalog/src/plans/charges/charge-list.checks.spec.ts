import { describe, expect, it } from '@jest/globals';
import type { RawInput } from '@tollgate/contracts';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { errorOf } from '../../refusals.fixture.js';
import { draftChargeInPlan } from './charge.draft.js';
import { lookups, metricId, planId, stamp, storedCharge } from './charge.fixture.js';
import { checkChargeList, pairWithStored } from './charge-list.checks.js';

const standard = { billable_metric_id: metricId, charge_model: 'standard', properties: { amount: '1' } };

function check(raw: RawInput[], charges: StoredCharge[] = []) {
  const stored = new Map(charges.map((charge) => [charge.row.id, charge]));
  const rows = charges.map(({ row }) => row);
  const plan = { id: planId, attached: false };
  return checkChargeList(raw.map(draftChargeInPlan), rows, plan, { ...lookups, stored }, stamp);
}
const codesOf = ({ prepared }: ReturnType<typeof check>) => prepared.map(({ kind, row }) => [kind, row.code]);

describe('the charges of a body (catalog, section 3.2)', () => {
  it('change stored charges by id in any case, add others, and drop the rest', () => {
    const [a, b] = [storedCharge({ code: 'a' }), storedCharge({ code: 'b' })];
    const checked = check(
      [
        { ...standard, id: a.row.id.toUpperCase() },
        { ...standard, id: 'unknown' },
      ],
      [a, b],
    );
    expect(codesOf(checked)).toEqual([
      ['edited', 'a'],
      ['added', 'storage'],
    ]);
    expect(checked.dropped).toEqual([b.row.id]);
  });

  it('see the codes that earlier ones take and give up; a dropped charge reserves its code', () => {
    const [a, b] = [storedCharge({ code: 'a' }), storedCharge({ code: 'storage' })];
    const renamed = { ...standard, id: a.row.id, code: 'c' };
    expect(codesOf(check([renamed, { ...standard, code: 'a' }, standard], [a, b]))).toEqual([
      ['edited', 'c'],
      ['added', 'a'],
      ['added', 'storage_2'],
    ]);
    const taken = { code: ['value_already_exist'] };
    expect(errorOf(() => check([{ ...standard, code: 'a' }, renamed], [a, b]))).toEqual(taken);
    expect(errorOf(() => check([{ ...standard, code: 'storage' }], [a, b]))).toEqual(taken);
    expect(errorOf(() => check([renamed, { ...standard, code: 'c' }], [a, b]))).toEqual(taken);
  });

  it('fail by the first invalid one', () => {
    const bad = { ...standard, properties: { amount: 1 } };
    expect(errorOf(() => check([standard, bad, { ...standard, tax_codes: ['none'] }]))).toEqual({
      properties: ['invalid_amount'],
    });
  });

  it('change one charge twice: the second change sees the filters of the first', () => {
    const eu = { values: { region: ['eu'] }, properties: { amount: '2' } };
    const us = { values: { region: ['us'] }, properties: { amount: '3' } };
    const charge = storedCharge({ filters: [eu] });
    const twice = [
      { ...standard, id: charge.row.id, filters: [us, eu] },
      { ...standard, id: charge.row.id, filters: [us] },
    ];
    const [first, second] = check(twice, [charge]).prepared;
    const filtersOf = (each: typeof first) => (each?.kind === 'edited' ? each.filters : null);
    expect(filtersOf(first)).toMatchObject({ removed: [], edited: [{ position: 2 }], added: [{ position: 3 }] });
    expect(filtersOf(second)).toMatchObject({
      removed: [charge.filters[0]?.id],
      edited: [{ id: filtersOf(first)?.added[0]?.id, position: 4 }],
      added: [],
    });
  });

  it('are matched with the stored ones', () => {
    const { row } = storedCharge();
    const drafts = [draftChargeInPlan({ id: row.id }), draftChargeInPlan({})];
    expect(pairWithStored(drafts, [row]).map(({ charge }) => charge)).toEqual([row, null]);
  });
});
