import { describe, expect, it } from '@jest/globals';
import type { RawInput } from '@tollgate/contracts';
import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import { errorOf } from '../../refusals.fixture.js';
import {
  checkFilterChange,
  checkFilterSet,
  checkNewFilter,
  checkNewValues,
  type FilteredCharge,
} from './charge-filter.checks.js';
import { draftFilter, draftFilterChange } from './charge-filter.draft.js';

const stamp = { organizationId: 'organization', now: new Date('2024-05-01T00:00:00Z') };
const charge: FilteredCharge = {
  id: 'charge',
  model: 'standard',
  aggregationType: 'sum_agg',
  metricFilters: [{ key: 'region', values: ['eu', 'us'] }],
};
const filter = (region: string, amount: unknown = '1', name?: string): RawInput => ({
  values: { region: [region] },
  properties: { amount },
  ...(name === undefined ? {} : { invoice_display_name: name }),
});

const added = (raw: RawInput): ChargeFilterRow => checkNewFilter(draftFilter(raw), charge, 1, stamp);
const set = (raw: RawInput[], stored: ChargeFilterRow[] = [], lastPosition = 0) =>
  checkFilterSet(raw.map(draftFilter), charge, { stored, lastPosition }, stamp);

describe('a charge filter (catalog, section 5)', () => {
  it('is checked by its values, its fields, then its values in the metric', () => {
    expect(errorOf(() => added({ properties: { amount: 1 } }))).toEqual({ values: ['value_is_mandatory'] });
    expect(errorOf(() => added(filter('mars', 1)))).toEqual({ properties: ['invalid_amount'] });
    expect(errorOf(() => added(filter('mars')))).toEqual({ values: ['value_is_invalid'] });
    expect(added(filter('eu'))).toMatchObject({ charge_id: 'charge', position: 1, properties: { amount: '1' } });
  });

  it('may not repeat the values of another one', () => {
    expect(errorOf(() => checkNewValues(draftFilter(filter('eu')), [added(filter('eu'))]))).toEqual({
      values: ['value_already_exists'],
    });
    expect(errorOf(() => checkNewValues(draftFilter(filter('us')), [added(filter('eu'))]))).toBeNull();
  });

  it('changes the submitted fields', () => {
    const change = (raw: RawInput) => checkFilterChange(draftFilterChange(raw), charge);
    expect(change({ invoice_display_name: null })).toEqual({ invoice_display_name: null, properties: undefined });
    expect(change({ properties: { amount: '2', more: 1 } })).toMatchObject({ properties: { amount: '2' } });
    expect(errorOf(() => change({ properties: {} }))).toEqual({ properties: ['invalid_amount'] });
  });
});

describe('the filters of a charge as a set (catalog, section 5.1)', () => {
  it('edit those with the same values, then add others, and remove the rest', () => {
    const stored = [added(filter('eu', '1', 'Europe')), added(filter('us'))];
    const both = { values: { region: ['eu', 'us'] }, properties: { amount: '4' } };
    expect(set([both, filter('eu', '5')], stored, 7)).toMatchObject({
      removed: [stored[1]?.id],
      edited: [{ id: stored[0]?.id, invoice_display_name: null, properties: { amount: '5' }, position: 8 }],
      added: [{ properties: { amount: '4' }, position: 9 }],
    });
  });

  it('fail by the first invalid one', () => {
    expect(errorOf(() => set([filter('eu'), filter('mars'), {}]))).toEqual({ values: ['value_is_invalid'] });
    expect(errorOf(() => set([filter('eu', 1), {}]))).toEqual({ properties: ['invalid_amount'] });
  });

  it('compare the values of a stored one with it, not with the metric', () => {
    const gone = { ...added(filter('eu')), values: [{ key: 'planet', values: ['mars'] }] };
    const raw = { values: { planet: ['mars'] }, properties: { amount: '1' } };
    expect(set([raw], [gone]).edited).toHaveLength(1);
  });
});
