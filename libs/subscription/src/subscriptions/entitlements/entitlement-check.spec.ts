import { expect, it } from '@jest/globals';
import { isAllowed, remainingUnits } from './entitlement-check.rules.js';

it.each([
  [false, null, false],
  [true, null, true],
  [false, { value: true, usedUnits: undefined }, false],
  [true, { value: undefined, usedUnits: undefined }, false],
  [true, { value: true, usedUnits: undefined }, true],
  [true, { value: false, usedUnits: undefined }, false],
  [true, { value: 'gold', usedUnits: undefined }, true],
  [true, { value: 0, usedUnits: undefined }, true],
  [true, { value: 0, usedUnits: '0' }, false],
  [true, { value: 10, usedUnits: '9.999999999999999999999' }, true],
  [true, { value: 10, usedUnits: '10' }, false],
  [true, { value: 10, usedUnits: '-3' }, true],
] as const)('entitled %s, privilege %j: allowed %s', (entitled, privilege, allowed) => {
  expect(isAllowed(entitled, privilege)).toBe(allowed);
});

it('computes the remaining units to the last decimal', () => {
  expect(remainingUnits(10, '9.999999999999999999999')).toBe('0.000000000000000000001');
  expect(remainingUnits(10, '11.5')).toBe('0');
});
