import { describe, expect, it } from '@jest/globals';
import { readBody } from '../http/read-body.js';
import { eventBounds } from './event-fields.js';
import { EventInput } from './events.js';

const event = { transaction_id: 't', external_subscription_id: 's', code: 'c' };
const read = (fields: Record<string, unknown>) => readBody(EventInput, { ...event, ...fields });
const nested = (levels: number): unknown => (levels === 0 ? 1 : { inner: nested(levels - 1) });

describe('a usage event', () => {
  it.each([0, '0', 1, '12345.5', 1_700_000_000, '1700000000.123456789', '7258118399.999999'])(
    'accepts %p as Unix seconds',
    (timestamp) => {
      expect(read({ timestamp })).toEqual({ input: { ...event, timestamp: String(timestamp) } });
    },
  );

  it.each([
    1_700_000_000_000,
    1_700_000_000_000_000,
    '12345678901',
    7_258_118_400,
    '2024-01-01',
    -1,
    '1e9',
    '',
    true,
    '9'.repeat(500),
  ])('does not accept %p as a timestamp', (timestamp) => {
    expect(read({ timestamp })).toEqual({ errors: { timestamp: ['invalid_format'] } });
  });

  it.each(['transaction_id', 'external_subscription_id', 'code'])('accepts %s unchanged or not at all', (field) => {
    expect(read({ [field]: '💶 / "x" %00' })).toEqual({ input: { ...event, [field]: '💶 / "x" %00' } });
    for (const text of ['a\0b', 'a\ud800', '\udc00b'])
      expect(read({ [field]: text })).toEqual({ errors: { [field]: ['value_is_invalid'] } });
    expect(read({ [field]: 'x'.repeat(eventBounds.text + 1) })).toEqual({ errors: { [field]: ['value_is_too_long'] } });
  });

  it('names the property that cannot be stored', () => {
    expect(read({ properties: { region: 'a\0b' } })).toEqual({ errors: { 'properties.region': ['value_is_invalid'] } });
    expect(read({ properties: { tags: ['x', { deep: '\ud800' }] } })).toEqual({
      errors: { 'properties.tags': ['value_is_invalid'] },
    });
    expect(read({ properties: { 'a\0': 1 } })).toEqual({ errors: { properties: ['value_is_invalid'] } });
  });

  it('bounds depth, number and size of properties', () => {
    expect(read({ properties: { a: nested(eventBounds.depth - 1) } })).toHaveProperty('input');
    expect(read({ properties: { a: nested(eventBounds.depth) } })).toEqual({
      errors: { 'properties.a': ['nesting_too_deep'] },
    });
    expect(read({ properties: { a: nested(5000) } })).toEqual({ errors: { 'properties.a': ['nesting_too_deep'] } });
    const many = Object.fromEntries(
      Array.from({ length: eventBounds.properties + 1 }, (_, index) => [`p${index}`, index]),
    );
    expect(read({ properties: many })).toEqual({ errors: { properties: ['too_many_properties'] } });
    expect(read({ properties: { a: 'ü'.repeat(eventBounds.propertiesBytes / 2) } })).toEqual({
      errors: { properties: ['value_is_too_long'] },
    });
  });

  it('bounds the amount in cents', () => {
    for (const cents of [12, '-12.345', `${'9'.repeat(15)}.${'1'.repeat(40)}`, '000000000000000000001.5']) {
      expect(read({ precise_total_amount_cents: cents })).toEqual({
        input: { ...event, precise_total_amount_cents: String(cents) },
      });
    }
    for (const cents of ['9'.repeat(16), '1'.repeat(46), `1.${'0'.repeat(200)}`]) {
      expect(read({ precise_total_amount_cents: cents })).toEqual({
        errors: { precise_total_amount_cents: ['value_is_out_of_range'] },
      });
    }
    expect(read({ precise_total_amount_cents: '1e3' })).toEqual({
      errors: { precise_total_amount_cents: ['is not a number'] },
    });
  });
});
