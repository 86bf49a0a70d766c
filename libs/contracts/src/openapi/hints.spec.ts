import { expect, it } from '@jest/globals';
import { hintsOf } from './hints.js';

it('says what to send instead, for codes at which newcomers stumble', () => {
  const details = { timestamp: ['invalid_format'], 'plan.amount_cents': ['value_is_mandatory', 'is not a number'] };
  expect(hintsOf(details)).toEqual({
    timestamp: 'Send Unix seconds, such as 1767225600 or 1767225600.123. Milliseconds and ISO 8601 are refused.',
    'plan.amount_cents': 'Send whole minor units of the currency: 1050 for 10.50.',
  });
});

it('says it of each event of a batch', () => {
  expect(Object.keys(hintsOf({ 1: { timestamp: ['invalid_format'] }, 7: { timestamp: ['invalid_format'] } }))).toEqual([
    '1.timestamp',
    '7.timestamp',
  ]);
});

it('says nothing about other codes, and about details of other shapes', () => {
  expect(hintsOf({ code: ['value_already_exist'], timestamp: ['value_is_mandatory'] })).toEqual({});
  for (const details of [null, undefined, 'text', { inner: { at: 'invalid_date' } }])
    expect(hintsOf(details)).toEqual({});
});
