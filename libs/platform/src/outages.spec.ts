import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Outages, type OutageSign } from './outages.js';

const rules = { failures: 3, firstRestMs: 1_000, longestRestMs: 4_000 };
const unavailable = () => Promise.reject(new Error('unavailable'));
const answer = () => Promise.resolve('answer');
const isUnavailable = (error: unknown): OutageSign =>
  (error as Error).message === 'unavailable' ? { requestedMs: null } : null;

let outages: Outages;
const call = (work: () => Promise<string>, key = 'a', signOf = isUnavailable): Promise<string> =>
  outages.around(key, signOf, work).catch((error: unknown) => {
    const { message, restMs } = error as Error & { restMs?: number };
    return restMs === undefined ? message : `rests ${restMs}`;
  });

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  outages = new Outages(rules);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a system that does not answer', () => {
  it('rests after some failures in a row, and others do not', async () => {
    for (let failure = 0; failure < 3; failure++) expect(await call(unavailable)).toBe('unavailable');
    expect(await call(answer)).toBe('rests 1000');
    expect(await call(answer, 'b')).toBe('answer');
    jest.advanceTimersByTime(1_000);
    expect(await call(answer)).toBe('answer');
    expect(await call(unavailable)).toBe('unavailable');
    expect(await call(answer)).toBe('answer');
  });

  it('does not rest when an answer comes between, a refusal too', async () => {
    for (const work of [
      unavailable,
      unavailable,
      answer,
      unavailable,
      unavailable,
      () => Promise.reject(new Error('refused')),
      unavailable,
      unavailable,
    ])
      await call(work);
    expect(await call(answer)).toBe('answer');
  });

  it('rests twice as long after each failed try, up to the longest rest', async () => {
    for (let failure = 0; failure < 3; failure++) await call(unavailable);
    for (const restMs of [1_000, 2_000, 4_000, 4_000]) {
      expect(await call(answer)).toBe(`rests ${restMs}`);
      jest.advanceTimersByTime(restMs);
      expect(await call(unavailable)).toBe('unavailable');
    }
  });

  it('is tried by one call at a time', async () => {
    for (let failure = 0; failure < 3; failure++) await call(unavailable);
    jest.advanceTimersByTime(1_000);
    let finish: (value: string) => void = () => undefined;
    const tried = call(() => new Promise<string>((resolve) => (finish = resolve)));
    expect(await call(answer)).toBe('rests 1000');
    finish('back');
    expect(await tried).toBe('back');
    expect(await call(answer)).toBe('answer');
  });

  it('does not rest longer for calls that began before its rest', async () => {
    const fail: (() => void)[] = [];
    const slow = () => new Promise<string>((_, reject) => fail.push(() => reject(new Error('unavailable'))));
    const calls = Array.from({ length: 8 }, () => call(slow));
    for (const one of fail) one();
    await Promise.all(calls);
    expect(await call(answer)).toBe('rests 1000');
  });
});

describe('a system that requests a rest', () => {
  const busy = (requestedMs: number) => () => ({ requestedMs });

  it('rests as long, at once, and not longer than the longest rest', async () => {
    await call(unavailable, 'a', busy(500));
    expect(await call(answer)).toBe('rests 500');
    await call(unavailable, 'b', busy(60_000));
    expect(await call(answer, 'b')).toBe('rests 4000');
    await call(unavailable, 'c', busy(0));
    expect(await call(answer, 'c')).toBe('answer');
  });
});
