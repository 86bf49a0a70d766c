import { describe, expect, it } from '@jest/globals';
import { body, flag, mandatoryText, route, type Route } from '@tollgate/contracts';
import { Call, Input, inputOf, RepeatedBy } from './call.js';

const Tax = body({ code: mandatoryText(), default: flag() });
const call = { method: 'POST', service: 'catalog', permission: 'tax', summary: 'A call', answer: {} } as const;
const plain = route({ ...call, path: '/plain', body: Tax });
const wrapped = route({ ...call, path: '/wrapped', wrapper: 'tax', body: Tax });
const raw = route({ ...call, path: '/raw', wrapper: 'tax', body: Tax, validates: 'after loading' });
const needing = route({
  ...call,
  path: '/needing',
  wrapper: 'tax',
  wrapperNeedsField: true,
  body: Tax,
  validates: 'after loading',
});
const Removal = body({ default: flag() });
const optional = route({ ...call, path: '/optional', wrapper: 'tax', body: Removal, bodyOptional: true });
const removal = route({ ...call, path: '/removal', wrapper: 'tax', body: Removal, bodyOptional: 'wrapper' });
const bodiless = route({ ...call, path: '/bodiless' });

const tax = { code: 'vat', default: 'true', other: 1 };
const status = (code: number) => expect.objectContaining({ status: code });

describe('the input of a call', () => {
  it('is validated before the handler runs', () => {
    expect(inputOf(plain, tax)).toEqual({ code: 'vat', default: true });
    expect(inputOf(wrapped, { tax })).toEqual({ code: 'vat', default: true });
    expect(() => inputOf(wrapped, { tax: { default: true } })).toThrow(status(422));
    expect(() => inputOf(plain, undefined)).toThrow(status(422));
  });

  it('is raw where the handler validates it after loading', () => {
    expect(inputOf(raw, { tax: { default: 'maybe', other: 1 } })).toEqual({ default: 'maybe', other: 1 });
  });

  it('needs an object, and a wrapper with something in it', () => {
    for (const wrong of [[tax], 'tax', 1, null]) expect(() => inputOf(plain, wrong)).toThrow(status(400));
    for (const contract of [wrapped, raw])
      for (const wrong of [undefined, {}, { other: tax }, { tax: {} }, { tax: [tax] }, [tax], null])
        expect(() => inputOf(contract, wrong)).toThrow(status(400));
  });

  it('needs a known field where the contract says so', () => {
    expect(inputOf(needing, { tax: { default: false, other: 1 } })).toEqual({ default: false, other: 1 });
    expect(() => inputOf(needing, { tax: { other: 1 } })).toThrow(status(400));
  });

  it('is empty without an optional body, which needs its wrapper if it has content', () => {
    for (const nothing of [undefined, {}]) expect(inputOf(optional, nothing)).toEqual({});
    expect(inputOf(optional, { tax: { default: true } })).toEqual({ default: true });
    for (const wrong of [{ other: 1 }, { tax: {} }, [1], null])
      expect(() => inputOf(optional, wrong)).toThrow(status(400));
  });

  it('is empty where a body of other content counts as none', () => {
    for (const nothing of [undefined, {}, { other: 1 }, { tax: null }, { tax: [1] }])
      expect(inputOf(removal, nothing)).toEqual({});
    expect(inputOf(removal, { tax: { default: true } })).toEqual({ default: true });
    expect(() => inputOf(removal, [1])).toThrow(status(400));
  });
});

describe('a handler', () => {
  /** Binds a method to a call. Contracts of unknown types leave the rest to the check while classes load. */
  function bind(contract: Route, takesBody: boolean, takesKey = false): void {
    class Handlers {
      take(): void {}
    }
    if (takesBody) Input()(Handlers.prototype, 'take', 0);
    if (takesKey) RepeatedBy()(Handlers.prototype, 'take', 1);
    Call(contract)(Handlers.prototype, 'take', Reflect.getOwnPropertyDescriptor(Handlers.prototype, 'take') ?? {});
  }

  it('takes the body of its call, and none where the call has none', () => {
    expect(() => bind(wrapped, true)).not.toThrow();
    expect(() => bind(bodiless, false)).not.toThrow();
    expect(() => bind(wrapped, false)).toThrow('take does not take the body of POST /wrapped');
    expect(() => bind(bodiless, true)).toThrow('take does not take the body of POST /bodiless');
  });

  it('takes the key of a call that states one, and none of another call', () => {
    expect(() => bind({ ...wrapped, repetition: 'answered' }, true, true)).not.toThrow();
    expect(() => bind({ ...wrapped, repetition: 'answered' }, true)).toThrow(
      'take does not take the key of POST /wrapped',
    );
    expect(() => bind(wrapped, true, true)).toThrow('take does not take the key of POST /wrapped');
  });
});
