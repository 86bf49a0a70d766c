import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TryLater } from '@tollgate/platform';
import { ProviderOutages } from './provider-outages.js';
import { ProviderUnavailable } from './provider-errors.js';

const [one, other] = [{ id: 'one' }, { id: 'other' }];
const unavailable = () => Promise.reject(new ProviderUnavailable('no answer', false));
const busy = () => Promise.reject(new ProviderUnavailable('too many calls', true));
const answer = () => Promise.resolve('answer');

let outages: ProviderOutages;
beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  outages = new ProviderOutages();
});
afterEach(() => {
  jest.useRealTimers();
});

const delayOf = (call: () => Promise<string>): Promise<unknown> =>
  outages.around(one, call).catch((error: unknown) => (error instanceof TryLater ? error.delayMs : error));

describe('jobs at a provider that does not answer', () => {
  it('fail at first; from then on they wait, group by group, and those of other connections do not', async () => {
    for (let failure = 0; failure < 5; failure++)
      expect(await delayOf(unavailable)).toBeInstanceOf(ProviderUnavailable);
    for (let job = 0; job < 25; job++) expect(await delayOf(answer)).toBe(1_000);
    for (let job = 0; job < 25; job++) expect(await delayOf(answer)).toBe(1_250);
    expect(await delayOf(answer)).toBe(1_500);
    expect(await outages.around(other, answer)).toBe('answer');
    jest.advanceTimersByTime(1_000);
    expect(await delayOf(answer)).toBe('answer');
  });

  it('wait at most five minutes', async () => {
    await delayOf(busy);
    let last: unknown;
    for (let job = 0; job < 40_000; job++) last = await delayOf(answer);
    expect(last).toBe(300_000);
  });
});

describe('jobs at a provider that takes no more calls', () => {
  it('wait, the refused one too', async () => {
    expect(await delayOf(busy)).toBe(1_000);
    expect(await delayOf(answer)).toBe(1_000);
    jest.advanceTimersByTime(1_000);
    expect(await delayOf(answer)).toBe('answer');
  });
});
