import { describe, expect, it } from '@jest/globals';
import { mostPairs, readTransactionMetadata } from './transaction-metadata.js';

const pairs = (count: number) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, value: 'v' }));
const readAtMost15 = (raw: unknown) => readTransactionMetadata(raw, mostPairs.transaction);

describe('the metadata of a transaction (wallets, section 3.4)', () => {
  it('is a list of pairs', () => {
    expect(readAtMost15([{ key: 'order', value: '7' }])).toEqual([{ key: 'order', value: '7' }]);
  });

  it.each([undefined, null, [], {}])('is empty for %p', (raw) => {
    expect(readAtMost15(raw)).toEqual([]);
  });

  it.each([
    ['invalid_type', 'text'],
    ['invalid_type', { key: 'a', value: 'b' }],
    ['too_many_keys', pairs(16)],
    ['invalid_key_value_pair', ['text']],
    ['invalid_key_value_pair', [null]],
    ['invalid_key_value_pair', [[]]],
    ['invalid_key_value_pair', [{ key: 'a' }]],
    ['invalid_key_value_pair', [{ value: 'a' }]],
    ['key_too_long', [{ key: 'k'.repeat(21), value: 'v' }]],
    ['value_too_long', [{ key: 'k', value: 'v'.repeat(101) }]],
    ['nested_structure_not_allowed', [{ key: 'k', value: { a: 1 } }]],
    ['nested_structure_not_allowed', [{ key: 'k', value: [] }]],
  ])('is refused with %s: %j', (code, raw) => {
    expect(readAtMost15(raw)).toBe(code);
  });

  it('reports the first bad pair', () => {
    const [good, long, nested] = [pairs(1)[0], { key: 'k'.repeat(21), value: 'v' }, { key: 'k', value: {} }];
    expect(readAtMost15([good, nested, long])).toBe('nested_structure_not_allowed');
    expect(readAtMost15([good, long, nested])).toBe('key_too_long');
  });

  it('may use all of its limits', () => {
    expect(readAtMost15(pairs(15))).toHaveLength(15);
    const longest = { key: 'k'.repeat(20), value: 'v'.repeat(100) };
    expect(readAtMost15([longest])).toEqual([longest]);
  });

  it('has fewer pairs on a top-up rule (wallets, section 2.6)', () => {
    expect(readTransactionMetadata(pairs(5), mostPairs.rule)).toHaveLength(5);
    expect(readTransactionMetadata(pairs(6), mostPairs.rule)).toBe('too_many_keys');
  });
});
