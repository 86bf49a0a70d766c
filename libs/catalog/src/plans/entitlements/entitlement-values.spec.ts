import { describe, expect, it } from '@jest/globals';
import type { PrivilegeType } from '@tollgate/contracts';
import { storableValue, shownValue } from './entitlement-values.js';

const parse = (valueType: PrivilegeType, raw: unknown) =>
  storableValue({ valueType, selectOptions: ['basic', 'pro'] }, raw);

describe('the value of a privilege', () => {
  it.each<[PrivilegeType, unknown, unknown]>([
    ['integer', 10, 10],
    ['integer', '10', 10],
    ['integer', '-7', -7],
    ['boolean', true, true],
    ['boolean', 'false', false],
    ['string', '', ''],
    ['select', 'pro', 'pro'],
  ])('of type %s accepts %p and shows %p', (type, raw, shown) => {
    const read = parse(type, raw);
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
  ])('of type %s rejects %p', (type, raw) => {
    expect(parse(type, raw)).toEqual({ fault: 'value_is_invalid' });
  });

  it('matches one of the options exactly', () => {
    expect(parse('select', 'PRO')).toEqual({ fault: 'value_not_in_select_options' });
  });

  it('has a bounded length', () => {
    expect(parse('string', 'x'.repeat(256))).toEqual({ fault: 'value_is_too_long' });
  });
});
