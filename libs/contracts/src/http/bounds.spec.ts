import { describe, expect, it } from '@jest/globals';
import { PlanCreate, TaxCreate, CustomerUpsert } from '../resources/index.js';
import { body } from './body.js';
import { bounds } from './bounds.js';
import { decimal, instantText, integer, mandatoryText, record, text, textList } from './fields.js';
import { calendarDay, faultOf } from './guards.js';
import { readBody } from './read-body.js';
import { pagination, query, queryDay, queryInteger, queryText, readQuery } from './query.js';

const example = body({
  name: mandatoryText(),
  note: text(),
  days: integer(0, 30),
  units: decimal(0, 100),
  codes: textList(),
  properties: record(),
  at: instantText(),
});
const read = (fields: Record<string, unknown>) => readBody(example, { name: 'n', ...fields });
const errors = (fields: Record<string, unknown>) => {
  const result = read(fields);
  return 'errors' in result ? result.errors : {};
};
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe('a body', () => {
  it.each([
    ['a null character', { name: 'a\u0000b' }, { name: ['value_is_invalid'] }],
    ['half of a character', { note: 'a\ud800' }, { note: ['value_is_invalid'] }],
    ['a null character in a list', { codes: ['a\u0000'] }, { codes: ['value_is_invalid'] }],
    ['a null character in a key', { properties: { 'a\u0000': 1 } }, { properties: ['value_is_invalid'] }],
    ['white space for text', { name: ' \u0085\t' }, { name: ['value_is_mandatory'] }],
    ['too long a text', { name: 'a'.repeat(bounds.line + 1) }, { name: ['value_is_too_long'] }],
    ['too long an element', { codes: ['a'.repeat(bounds.line + 1)] }, { codes: ['value_is_too_long'] }],
    [
      'too many elements',
      { codes: Array.from({ length: bounds.items + 1 }, () => 'a') },
      { codes: ['value_is_too_long'] },
    ],
    [
      'too many elements that would be dropped',
      { codes: Array.from({ length: bounds.items + 1 }, () => null) },
      { codes: ['value_is_too_long'] },
    ],
    [
      'too many members',
      { properties: Object.fromEntries(Array.from({ length: bounds.members + 1 }, (_, key) => [key, 1])) },
      { properties: ['value_is_too_long'] },
    ],
    ['depth', { properties: nested(5_000) }, { properties: ['value_is_invalid'] }],
    ['a number beyond a bound', { days: 31 }, { days: ['value_is_out_of_range'] }],
    ['a number that is not whole', { days: 1.5 }, { days: ['value_is_invalid'] }],
    ['a number that no integer holds', { days: 1e20 }, { days: ['value_is_out_of_range'] }],
    ['the same as text', { days: '100000000000000000000' }, { days: ['value_is_out_of_range'] }],
    ['a decimal beyond a bound', { units: '100.5' }, { units: ['value_is_out_of_range'] }],
    ['a decimal of many digits', { units: `0.${'1'.repeat(21)}` }, { units: ['value_is_out_of_range'] }],
    ['a day that is none', { at: '2026-02-30' }, { at: ['invalid_date'] }],
    ['a moment of such a day', { at: '2026-02-30T10:00:00Z' }, { at: ['invalid_date'] }],
    ['a year too far', { at: '10000-01-01T00:00:00Z' }, { at: ['invalid_date'] }],
  ])('is refused with %s', (_, fields, expected) => expect(errors(fields)).toEqual(expected));

  it.each(['1e3', '.5', '5.', '+5', ' 5', '0x10', ''])('does not accept %p as a number', (units) => {
    expect(errors({ units })).toEqual({ units: ['is not a number'] });
  });

  it('may reach its bounds', () => {
    const fields = {
      note: '\u{1F600}',
      days: '30',
      units: '99.99999999999999999999',
      codes: [1, null, 'a'],
      properties: nested(19),
      at: '2024-02-29T10:00:00Z',
    };
    expect(errors(fields)).toEqual({});
  });

  it('is bounded in every resource', () => {
    const plan = {
      name: 'n',
      code: 'c',
      interval: 'monthly',
      amount_cents: 1,
      amount_currency: 'EUR',
      pay_in_advance: false,
    };
    expect(readBody(PlanCreate, { ...plan, trial_period: 1e12 })).toEqual({
      errors: { trial_period: ['value_is_out_of_range'] },
    });
    expect(readBody(PlanCreate, { ...plan, amount_cents: 1e15 })).toEqual({
      errors: { amount_cents: ['value_is_out_of_range'] },
    });
    expect(readBody(TaxCreate, { name: 'n', code: 'c'.repeat(10_000), rate: 1 })).toEqual({
      errors: { code: ['value_is_too_long'] },
    });
    expect(
      readBody(CustomerUpsert, { external_id: 'c', integration_customers: Array(bounds.items + 1).fill(null) }),
    ).toEqual({ errors: { integration_customers: ['value_is_too_long'] } });
    expect(readBody(CustomerUpsert, { external_id: 'c', metadata: Array(bounds.metadata + 1).fill(null) })).toEqual({
      errors: { metadata: ['invalid_count'] },
    });
    expect(readBody(CustomerUpsert, { external_id: 'c', net_payment_term: 3_000_000_000 })).toEqual({
      errors: { net_payment_term: ['value_is_out_of_range'] },
    });
  });
});

describe('a query', () => {
  const example = query({ ...pagination, term: queryText(), amount: queryInteger(), day: queryDay() });
  const readExample = (raw: Record<string, unknown>) => readQuery(example, raw);

  it('is limited to pages within bounds', () => {
    const answered = (page: string, perPage: string) => readExample({ page, per_page: perPage });
    expect(answered('9007199254740991', '9007199254740991')).toEqual({
      input: { page: bounds.page, per_page: bounds.perPage },
    });
    expect(answered('0', 'x')).toEqual({ input: { page: 1, per_page: 100 } });
  });

  it('is refused with text or amounts that cannot be stored', () => {
    expect(readExample({ term: 'a\u0000', amount: '9'.repeat(30) })).toEqual({
      errors: { term: ['value_is_invalid'], amount: ['value_is_out_of_range'] },
    });
    expect(readExample({ term: 'a'.repeat(bounds.line + 1) })).toEqual({ errors: { term: ['value_is_too_long'] } });
  });

  it('ignores nonexistent days', () => {
    for (const day of ['2026-02-30', '10000-01-01', 'Jan 5, 2024'])
      expect(readExample({ day })).toEqual({ input: { page: 1, per_page: 100 } });
    expect(readExample({ day: '2024-02-29T23:00:00Z' })).toEqual({
      input: { page: 1, per_page: 100, day: '2024-02-29' },
    });
  });
});

it('is checked without exhausting the stack', () => {
  expect(faultOf(nested(9_000))).toBe('value_is_invalid');
  expect(faultOf({ a: ['x', { b: null }] })).toBeNull();
});

it('is checked against the calendar', () => {
  expect(
    ['2023-02-29', '2024-02-29', '1899-12-31', '2200-12-31', '2024-13-01', '2024-01-01x'].map(calendarDay),
  ).toEqual([null, '2024-02-29', null, '2200-12-31', null, null]);
});
