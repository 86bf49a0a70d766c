import { describe, expect, it } from '@jest/globals';
import { ALL_FILTER_VALUES, filterOfSingleEvent, filtersOfEvent, resolveFilters } from './charge-filters.js';
import { fieldText, groupOfEvent, propertyTexts } from './property-text.js';

const METRIC = {
  steps: ['25', '50', '75', '100'],
  size: ['512', '1024'],
  model: ['llama-1', 'llama-2', 'llama-3', 'llama-4'],
  cloud: ['aws', 'gcp', 'azure'],
};
const filters = resolveFilters(
  [
    { id: 'f1', values: { steps: ['25'], size: ['512'], model: ['llama-2'] } },
    { id: 'f2', values: { steps: ['25'], size: ['512'] } },
    { id: 'f3', values: { steps: [ALL_FILTER_VALUES], size: [ALL_FILTER_VALUES] } },
    { id: 'f4', values: { size: [ALL_FILTER_VALUES] } },
    { id: 'f5', values: { size: ['512'] } },
  ],
  METRIC,
);
const ids = (properties: Record<string, unknown>): string[] =>
  filtersOfEvent(filters, propertyTexts(properties)).map(({ id }) => id);

describe('charge filters', () => {
  it.each([
    [{ steps: 25, size: '512', model: 'llama-2' }, ['f1']],
    [{ steps: '25', size: 512 }, ['f2']],
    [{ steps: '50', size: '512' }, ['f3']],
    [{ size: '1024' }, ['f4']],
    [{ size: '512' }, ['f5']],
    [{ steps: '25' }, []],
    [{ size: '2048' }, []],
  ])('%j goes to %j', (properties, expected) => expect(ids(properties)).toEqual(expected));

  it('with equal values rank by age, and partly overlapping ones both count', () => {
    const same = resolveFilters(
      [
        { id: 1, values: { cloud: ['aws'] } },
        { id: 2, values: { cloud: ['aws'] } },
      ],
      METRIC,
    );
    expect(filtersOfEvent(same, { cloud: 'aws' }).map(({ id }) => id)).toEqual([1]);
    const partly = resolveFilters(
      [
        { id: 1, values: { cloud: ['aws', 'gcp'] } },
        { id: 2, values: { cloud: ['aws', 'azure'] } },
      ],
      METRIC,
    );
    expect(filtersOfEvent(partly, { cloud: 'aws' }).map(({ id }) => id)).toEqual([1, 2]);
    expect(filterOfSingleEvent(partly, { cloud: 'aws' })?.id).toBe(1);
    expect(filterOfSingleEvent(partly, { cloud: 'none' })).toBeNull();
  });
});

describe('pricing groups', () => {
  it('are tuples of texts, with null for missing values', () => {
    expect(
      groupOfEvent(propertyTexts({ country: 'fr', seat: 7, empty: '' }), ['country', 'seat', 'empty', 'none']),
    ).toEqual({ country: 'fr', seat: '7', empty: null, none: null });
  });

  it('distinguish names of built-in object members from event properties', () => {
    const texts = propertyTexts({ toString: 'x' });
    expect(groupOfEvent(texts, ['constructor', 'toString'])).toEqual({ constructor: null, toString: 'x' });
    expect(fieldText({ fieldName: 'constructor' }, texts)).toBeNull();
    expect(fieldText({ fieldName: null }, texts)).toBeNull();
  });

  it('print numbers without an exponent', () => {
    expect(propertyTexts({ a: 1e21, b: 1.5, c: true, d: null })).toEqual({
      a: '1000000000000000000000',
      b: '1.5',
      c: 'true',
      d: null,
    });
  });
});
