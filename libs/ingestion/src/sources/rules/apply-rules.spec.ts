import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SourceProperty, SourceRule } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import { applyRules, transactionId } from './apply-rules.js';
import { attributeOf } from './attributes.js';
import { secondsOf } from './instants.js';
import type { SourceInput } from './source-input.js';

const property = (changes: Partial<SourceProperty>): SourceProperty => ({
  name: 'tokens',
  path: 'tokens',
  value: null,
  subtract: [],
  factor: null,
  optional: false,
  ...changes,
});
const rule = (changes: Partial<SourceRule> = {}): SourceRule => ({
  code: 'calls',
  code_path: null,
  when: [],
  subscription: 'customer',
  transaction_id: [],
  timestamp: null,
  properties: [],
  ...changes,
});
const record = (content: Record<string, unknown>, id: string | null = 'r1'): SourceInput => ({ id, scopes: [content] });

const made = (rules: SourceRule[], content: Record<string, unknown>, id?: string | null) =>
  applyRules(rules, record({ customer: 's1', ...content }, id));

describe('attributes', () => {
  it('are found by dotted paths, also where dots are part of a name', () => {
    const input = record({ a: { b: { c: 1 }, 'b.c': 2 }, 'a.b': { d: 3 }, list: [{ x: 4 }] });
    expect(attributeOf(record({ a: { b: { c: 1 } } }), 'a.b.c')).toBe(1);
    // A name that is there as a whole comes first.
    expect(attributeOf(input, 'a.b.c')).toBe(2);
    expect(attributeOf(record({ a: { 'b.c': 2 } }), 'a.b.c')).toBe(2);
    expect(attributeOf(input, 'a.b.d')).toBe(3);
    expect(attributeOf(input, 'list.0.x')).toBe(4);
    expect(attributeOf(input, 'list.length')).toBeUndefined();
    expect(attributeOf(input, 'constructor')).toBeUndefined();
  });

  it('are the first ones that are there, of alternatives and of scopes', () => {
    const input: SourceInput = { id: null, scopes: [{ b: null }, { b: 2, c: 3 }, { a: 1, b: 4 }] };
    expect(attributeOf(input, 'b')).toBe(2);
    expect(attributeOf(input, 'x | c|a')).toBe(3);
    expect(attributeOf(input, 'x')).toBeUndefined();
  });

  it('are found wherever an object has them', () => {
    const name = fc.stringMatching(/^[a-z.]{1,4}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.integer(), (names, value) => {
        const content = names.reduceRight<unknown>((inner, one) => ({ [one]: inner }), value) as Record<
          string,
          unknown
        >;
        expect(attributeOf(record(content), names.join('.'))).toBe(value);
      }),
    );
  });
});

describe('rules', () => {
  it('make an event each, with the identifier of the record and the code of the rule', () => {
    const { events } = made([rule(), rule({ code: 'tokens', properties: [property({})] })], { tokens: 7 });
    expect(events).toEqual([
      {
        rule: 'calls',
        event: { transaction_id: 'r1:calls', external_subscription_id: 's1', code: 'calls', properties: {} },
      },
      {
        rule: 'tokens',
        event: {
          transaction_id: 'r1:tokens',
          external_subscription_id: 's1',
          code: 'tokens',
          properties: { tokens: 7 },
        },
      },
    ]);
  });

  it('apply where all their conditions are met, and say which one is not', () => {
    const when = [
      { path: 'status', operator: 'equals', value: 'ok' },
      { path: 'tokens', operator: 'greater_than', value: '0' },
    ] as const;
    expect(made([rule({ when: [...when] })], { status: 'ok', tokens: '3' }).events).toHaveLength(1);
    expect(made([rule({ when: [...when] })], { status: 'ok', tokens: 0 })).toMatchObject({
      events: [],
      refusals: [],
      skipped: [{ rule: 'calls', condition: when[1] }],
    });
    expect(made([rule({ when: [{ path: 'x', operator: 'absent', value: null }] })], {}).events).toHaveLength(1);
    expect(
      made([rule({ when: [{ path: 'flag', operator: 'equals', value: 'true' }] })], { flag: true }).events,
    ).toHaveLength(1);
    expect(made([rule({ when: [{ path: 'x', operator: 'less_than', value: '1' }] })], { x: 'none' }).events).toEqual(
      [],
    );
  });

  it('refuse a record that lacks what they need, with each reason', () => {
    const incomplete = rule({
      timestamp: 'at',
      properties: [property({ factor: '2' }), property({ name: 'n', path: 'n' })],
    });
    expect(applyRules([incomplete], record({ tokens: 'many', at: 'noon' }, null)).refusals).toEqual([
      {
        rule: 'calls',
        errors: {
          'properties.tokens': ['is not a number'],
          'properties.n': ['attribute_missing'],
          external_subscription_id: ['attribute_missing'],
          transaction_id: ['attribute_missing'],
          timestamp: ['invalid_date'],
        },
      },
    ]);
    expect(made([rule({ subscription: 'o' })], { o: { id: 1 } }).refusals).toMatchObject([
      { errors: { external_subscription_id: ['value_is_invalid'] } },
    ]);
  });

  it('take code, identifier, instant and whole objects from attributes', () => {
    const { events } = made(
      [
        rule({
          code_path: 'type',
          transaction_id: ['source', 'number'],
          timestamp: 'at',
          properties: [property({ name: '*', path: 'data' }), property({ name: 'region', path: null, value: 'eu' })],
        }),
      ],
      { type: 'storage', source: 'a:b', number: 5, at: '2026-01-02T03:04:05.25+01:00', data: { gb: 1.5 } },
    );
    expect(events[0]?.event).toEqual({
      transaction_id: 'a\\:b:5:calls',
      external_subscription_id: 's1',
      code: 'storage',
      timestamp: `${Date.UTC(2026, 0, 2, 2, 4, 5) / 1000}.25`,
      properties: { gb: 1.5, region: 'eu' },
    });
  });

  it('compute quantities without rounding', () => {
    const tokens = (content: object, changes: Partial<SourceProperty>) =>
      made([rule({ properties: [property(changes)] })], { ...content }).events[0]?.event['properties'];
    expect(tokens({ tokens: 1234 }, { factor: '0.001' })).toEqual({ tokens: '1.234' });
    expect(tokens({ tokens: 1.2e-7 }, { factor: '3' })).toEqual({ tokens: '0.00000036' });
    expect(tokens({ tokens: 100, cached: '40' }, { subtract: ['cached', 'absent'] })).toEqual({ tokens: '60' });
    expect(made([rule({ properties: [property({ subtract: ['c'] })] })], { tokens: 1, c: 2 }).refusals).toMatchObject([
      { errors: { 'properties.tokens': ['value_is_out_of_range'] } },
    ]);
  });

  it('compute every quantity as exact arithmetic does', () => {
    const digits = fc.stringMatching(/^\d{1,20}(\.\d{1,20})?$/);
    fc.assert(
      fc.property(digits, digits, fc.stringMatching(/^\d{1,15}(\.\d{1,20})?$/), (value, part, factor) => {
        const exact = Decimal.clone({ precision: 300, toExpNeg: -500, toExpPos: 500 });
        const expected = new exact(value).minus(part).times(factor);
        const { events, refusals } = made([rule({ properties: [property({ subtract: ['part'], factor })] })], {
          tokens: value,
          part,
        });
        if (new exact(value).lessThan(part)) expect(refusals).toHaveLength(expected.isZero() ? 0 : 1);
        else expect(events[0]?.event['properties']).toEqual({ tokens: expected.toFixed() });
      }),
    );
  });

  it('make the same events of the same record', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (content, path) => {
        const rules = [rule({ subscription: path, properties: [property({ path, optional: true })] })];
        expect(applyRules(rules, record(content))).toEqual(applyRules(rules, record(structuredClone(content))));
      }),
    );
  });
});

describe('transaction ids', () => {
  it('differ where parts or rules differ', () => {
    const parts = fc.array(fc.stringMatching(/^[a:\\]{0,3}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        parts,
        parts,
        fc.constantFrom('a', 'a:a', ':'),
        fc.constantFrom('a', 'a:a', ':'),
        (one, other, r1, r2) => {
          const same = JSON.stringify([...one, r1]) === JSON.stringify([...other, r2]);
          expect(transactionId(one, r1) === transactionId(other, r2)).toBe(same);
        },
      ),
    );
  });
});

describe('instants', () => {
  it.each([
    [1767225600, '1767225600'],
    ['1767225600.5', '1767225600.5'],
    [1767225600123, '1767225600.123'],
    ['1767225600123456', '1767225600.123456'],
    ['1767225600123456789', '1767225600.123456789'],
    ['2026-01-01T00:00:00Z', '1767225600'],
    ['2026-01-01 00:00:00.125', '1767225600.125'],
    ['noon', null],
    [true, null],
    [{}, null],
    ['1960-01-01T00:00:00Z', null],
  ])('%p is %p', (value, seconds) => expect(secondsOf(value)).toBe(seconds));

  it('are the same in every unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200_000_000, max: 7_258_118_399 }),
        fc.integer({ min: 0, max: 999 }),
        (seconds, ms) => {
          const milliseconds = String(ms).padStart(3, '0');
          for (const [digits, places] of [
            ['', 3],
            ['000', 6],
            ['000000', 9],
          ] as const) {
            const text = secondsOf(`${seconds}${milliseconds}${digits}`);
            expect(text).toBe(`${seconds}.${milliseconds}${'0'.repeat(places - 3)}`);
          }
        },
      ),
    );
  });
});
