import { describe, expect, it } from '@jest/globals';
import type { PrivilegeType } from '@tollgate/contracts';
import { keptValue, shownValue } from './entitlement-values.js';

const kept = (valueType: PrivilegeType, given: unknown) =>
  keptValue({ valueType, selectOptions: ['basic', 'pro'] }, given);

describe('the value of a privilege', () => {
  it.each<[PrivilegeType, unknown, unknown]>([
    ['integer', 10, 10],
    ['integer', '10', 10],
    ['integer', '-7', -7],
    ['boolean', true, true],
    ['boolean', 'false', false],
    ['string', '', ''],
    ['select', 'pro', 'pro'],
  ])('of type %s takes %p and shows %p', (type, given, shown) => {
    const read = kept(type, given);
    expect('value' in read && shownValue(type, read.value)).toBe(shown);
  });

  it.each<[PrivilegeType, unknown]>([
    ['integer', '10.0'],
    ['integer', ' 10'],
    ['integer', '010'],
    ['integer', 1.5],
    ['integer', '9007199254740993'],
    ['integer', true],
    ['integer', [12]],
    ['boolean', 'yes'],
    ['boolean', 1],
    ['boolean', ['true']],
    ['string', 12],
    ['string', {}],
  ])('of type %s refuses %p', (type, given) => {
    expect(kept(type, given)).toEqual({ fault: 'value_is_invalid' });
  });

  it('is one of the options, to the letter', () => {
    expect(kept('select', 'PRO')).toEqual({ fault: 'value_not_in_select_options' });
  });

  it('is a text of bounded length', () => {
    expect(kept('string', 'x'.repeat(256))).toEqual({ fault: 'value_is_too_long' });
  });
});
