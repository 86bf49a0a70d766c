import { describe, expect, it } from '@jest/globals';
import { anrok } from './anrok.engine.js';
import { avalara } from './avalara.engine.js';
import { bodyOfAnswer, isLocked, isVoidedAlready, postponementOf, waitAfter } from './engine-calls.rules.js';
import { EngineRefusal, EngineResting, EngineUnavailable } from './tax-engine.js';

const minute = 60_000;

describe('the answers of an engine', () => {
  it('are read when they succeed', () => {
    expect(bodyOfAnswer(anrok, { status: 200, body: { a: 1 }, retryAfter: null })).toEqual({ a: 1 });
  });

  it.each([408, 429, 500, 502, 503, 504])('are repeated after the status %i', (status) => {
    expect(() => bodyOfAnswer(avalara, { status, body: 'x', retryAfter: '7' })).toThrow(EngineUnavailable);
    try {
      bodyOfAnswer(avalara, { status, body: 'x', retryAfter: '7' });
    } catch (error) {
      expect(error).toMatchObject({ code: `HTTP_${status}`, retryAfterMs: 7000 });
    }
  });

  it('are refusals with the code of the engine', () => {
    const refused = { status: 409, body: { type: 'productExternalIdUnknown' }, retryAfter: null };
    expect(() => bodyOfAnswer(anrok, refused)).toThrow(EngineRefusal);
    const passing = { status: 409, body: { type: 'externalServiceError' }, retryAfter: null };
    expect(() => bodyOfAnswer(anrok, passing)).toThrow(EngineUnavailable);
    const unauthorized = { error: { code: 'AuthenticationException', message: 'wrong key' } };
    expect(() => bodyOfAnswer(avalara, { status: 401, body: unauthorized, retryAfter: null })).toThrow('wrong key');
  });
});

describe('the waits between attempts', () => {
  it('count calls alone: a resting engine got none', () => {
    expect(postponementOf(new EngineUnavailable('HTTP_503'), 1)).toEqual({ code: 'HTTP_503', waitMs: 2 * minute });
    expect(postponementOf(new EngineUnavailable('HTTP_429', 3000), 4)).toEqual({ code: 'HTTP_429', waitMs: 3000 });
    expect(postponementOf(new EngineResting(30_000), 1)).toEqual({ code: null, waitMs: 30_000 });
  });

  it('grow to an hour, or follow the engine', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 99].map((attempts) => waitAfter(attempts) / minute)).toEqual([
      1, 2, 5, 10, 20, 40, 60, 60,
    ]);
    expect(waitAfter(5, 3000)).toBe(3000);
    expect(waitAfter(1, 0)).toBe(1000);
    expect(waitAfter(1, 1e9)).toBe(60 * minute);
  });
});

describe('refused voids', () => {
  it('are locked or void already', () => {
    expect(isLocked(anrok, 'transactionFrozenForFiling')).toBe(true);
    expect(isLocked(avalara, 'CannotModifyLockedTransaction')).toBe(true);
    expect(isLocked(avalara, 'transactionFrozenForFiling')).toBe(false);
    expect(isVoidedAlready(anrok, 'transactionIdNotFound')).toBe(true);
    expect(isVoidedAlready(avalara, 'TransactionAlreadyCancelled')).toBe(true);
    expect(isVoidedAlready(avalara, 'InvalidAddress')).toBe(false);
  });
});
