import { describe, expect, it } from '@jest/globals';
import { sameJson, samePrices } from './same-json.js';

describe('properties', () => {
  const one = { graduated_ranges: [{ from_value: 0, per_unit_amount: '10' }] };

  it('are equal if only the order of their keys differs', () => {
    expect(sameJson({ a: 1, b: [{ c: null, d: '2' }] }, { b: [{ d: '2', c: null }], a: 1 })).toBe(true);
  });

  it('differ by a number, a key or a length', () => {
    expect(
      [{ ...one, amount: '1' }, { graduated_ranges: [] }, { graduated_ranges: {} }, null].map((other) =>
        sameJson(one, other),
      ),
    ).toEqual([false, false, false, false]);
  });

  it('have equal prices if only trailing zeros differ', () => {
    const other = { graduated_ranges: [{ from_value: 0, per_unit_amount: '10.0' }] };
    expect([
      sameJson(one, other),
      samePrices(one, other),
      samePrices(one, { graduated_ranges: [{ from_value: 0, per_unit_amount: '10.1' }] }),
    ]).toEqual([false, true, false]);
  });
});
