import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBody } from '../http/read-body.js';
import { eventBounds } from './event-fields.js';
import { EventInput } from './events.js';
import { readPlainEvent } from './plain-event.js';

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
const oddText = fc.oneof(
  ascii,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\t', '\u0000', '\ud800', 'ä', 'x'.repeat(255), 'x'.repeat(256), ' x', '__proto__'),
);
const odd = fc.oneof(oddText, fc.jsonValue(), fc.constant(undefined), fc.double(), fc.boolean());
const timestamps = fc.oneof(
  fc.integer({ min: 0, max: 2 * eventBounds.latestSecond }),
  fc.double({ min: 0, max: eventBounds.latestSecond, noNaN: true }),
  fc.integer({ min: -5, max: 2 ** 40 }).map((seconds) => `${seconds}.25`),
  fc.constantFrom(
    eventBounds.latestSecond,
    eventBounds.latestSecond + 0.5,
    `${eventBounds.latestSecond}.999`,
    '1e3',
    '0x1',
  ),
  odd,
);
const value = fc.oneof({ weight: 3, arbitrary: ascii }, fc.integer(), fc.boolean(), odd);
const properties = fc.oneof({ weight: 5, arbitrary: fc.dictionary(oddText, value, { maxKeys: 5 }) }, odd);
const event = fc.record(
  {
    transaction_id: fc.oneof({ weight: 5, arbitrary: ascii }, odd),
    external_subscription_id: fc.oneof({ weight: 5, arbitrary: ascii }, odd),
    code: fc.oneof({ weight: 5, arbitrary: ascii }, odd),
    timestamp: timestamps,
    properties,
    precise_total_amount_cents: fc.oneof(fc.constant(undefined), odd),
    other: odd,
  },
  { requiredKeys: [] },
);

describe('the reading of a plain event', () => {
  it('answers the same as the rules of the interface, or null', () => {
    let plain = 0;
    fc.assert(
      fc.property(event, (sample) => {
        const raw = sample as Record<string, unknown>;
        const read = readPlainEvent(raw);
        if (read === null) return;
        plain++;
        expect({ input: read }).toEqual(readBody(EventInput, raw));
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(50);
  });

  it('accepts the shape of nearly all events', () => {
    const raw = {
      transaction_id: 'order-1 of "today"',
      external_subscription_id: 'sub_1',
      code: 'api_calls',
      timestamp: 1_700_000_000.5,
      properties: { bytes: 12, region: 'eu', cached: false, price: '0.10' },
    };
    expect({ input: readPlainEvent(raw) }).toEqual(readBody(EventInput, raw));
    expect(readPlainEvent({ transaction_id: 'a', code: 'b' })).toEqual({ transaction_id: 'a', code: 'b' });
  });

  it('leaves values at a bound to the rules', () => {
    const many = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text]));
    const base = { transaction_id: 'a', code: 'b' };
    expect(readPlainEvent({ ...base, properties: many(eventBounds.properties, 'x') })).not.toBeNull();
    expect(readPlainEvent({ ...base, properties: many(eventBounds.properties + 1, 'x') })).toBeNull();
    expect(readPlainEvent({ ...base, properties: many(eventBounds.properties, '"'.repeat(255)) })).toBeNull();
    expect(readPlainEvent({ ...base, properties: null })).toBeNull();
    expect(readPlainEvent({ ...base, precise_total_amount_cents: null })).toBeNull();
  });
});
