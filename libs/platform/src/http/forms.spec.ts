import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readForm } from './forms.js';

describe('a form', () => {
  it('has fields, and objects of one level', () => {
    expect(readForm('event_name=api+calls&payload[value]=25&payload%5Bmodel%5D=a%26b&payload[0]=x')).toEqual({
      event_name: 'api calls',
      payload: { value: '25', model: 'a&b', 0: 'x' },
    });
  });

  it('keeps deeper brackets as part of a name', () => {
    expect(readForm('payload[a][b]=1')).toEqual({ payload: { a: { '[b]': '1' } } });
  });

  it('is refused with too many fields or a broken escape', () => {
    expect(readForm(Array.from({ length: 600 }, (_, index) => `f${index}=1`).join('&'))).toBeNull();
    expect(readForm('a=%E0%A4%A')).toBeNull();
  });

  it('never changes prototypes', () => {
    expect(readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&payload[__proto__]=1')).toBeDefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is read from any text without an exception', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof readForm(text) === 'object'));
  });
});
