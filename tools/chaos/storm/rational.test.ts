import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rational } from './rational.ts';

const decimals = (value: Rational) => value.toString();

test('decimals are exact', () => {
  assert.equal(decimals(Rational.of('0.1').plus('0.2')), '0.3');
  assert.equal(decimals(Rational.of('12345678901234567890.123').times(1000)), '12345678901234567890123');
  assert.ok(Rational.of(1).dividedBy(3).times(3).equals(1));
  assert.ok(Rational.of('-12.034').plus('12.034').equals(Rational.zero));
});

test('halves are rounded away from zero', () => {
  const rounded = ['0.5', '-0.5', '2.49', '-2.51'].map((text) => Rational.of(text).rounded());
  assert.deepEqual(rounded, [1n, -1n, 2n, -3n]);
});

test('a ceiling is not below its number', () => {
  const ceilings = ['2', '2.0001', '-2.9', '0'].map((text) => Rational.of(text).ceiling());
  assert.deepEqual(ceilings, [2n, 3n, -2n, 0n]);
});

test('a text that is no decimal is refused', () => {
  for (const text of ['1e3', '', '.5', '1,5']) assert.throws(() => Rational.of(text), /is no decimal/);
});
