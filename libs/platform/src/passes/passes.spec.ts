import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Unavailable } from '../errors/api-errors.js';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { roundRobin, mostTries, Passes, type Pass } from './passes.js';

const quiet = { error: () => undefined } as unknown as Logger;
const pass: Pass<string> = { name: 'test', failure: 'failed', about: (id) => ({ organization_id: id }) };

describe('a pass', () => {
  let passes: Passes;
  let metrics: Metrics;
  let tried: string[];
  const unless =
    (bad: string, error: Error = new Error('bad')) =>
    (id: string) => {
      tried.push(id);
      return id === bad ? Promise.reject(error) : Promise.resolve(id);
    };

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    metrics = new Metrics();
    passes = new Passes(quiet, metrics);
    tried = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes on behind an item that fails, and counts it', async () => {
    expect(await passes.each(pass, ['a', 'b', 'c'], unless('a'))).toEqual(['b', 'c']);
    expect(await metrics.registry.getSingleMetricAsString('tollgate_pass_failures_total')).toContain('pass="test"} 1');
  });

  it('puts a failed item off for longer and longer', async () => {
    for (let second = 0; second < 16; second++) {
      jest.setSystemTime(second * 1_000);
      await passes.each(pass, ['a'], unless('a'));
    }
    expect(tried).toHaveLength(4);
  });

  it('forgets a failure after a success', async () => {
    await passes.each(pass, ['a'], unless('a'));
    jest.setSystemTime(2_000);
    await passes.each(pass, ['a'], unless(''));
    await passes.each(pass, ['a'], unless(''));
    expect(tried).toEqual(['a', 'a', 'a']);
  });

  it('parks an item after its last try, and not for want of a backend', async () => {
    const parked: [string, number][] = [];
    const parking = {
      ...pass,
      park: (id: string, _: unknown, tries: number) => {
        parked.push([id, tries]);
        return Promise.resolve();
      },
    };
    for (let hour = 0; hour < mostTries; hour++) {
      jest.setSystemTime(hour * 3_600_000);
      await passes.each(parking, ['a'], unless('a'));
      await passes.each(parking, ['unavailable'], unless('unavailable', new Unavailable('test')));
    }
    expect(parked).toEqual([['a', mostTries]]);
  });

  it('ends when a backend is unavailable, and begins behind those items the next time', async () => {
    const unavailable = (id: string) => {
      tried.push(id);
      return Promise.reject(new Unavailable('test'));
    };
    await expect(passes.each(pass, ['a', 'b', 'c', 'd'], unavailable)).rejects.toBeInstanceOf(Unavailable);
    expect(tried).toEqual(['a', 'b', 'c']);
    expect(await passes.each(pass, ['a', 'b', 'c', 'd'], unless(''))).toEqual(['d']);
  });

  it('works on several items at once, each once', async () => {
    const done = await passes.each({ ...pass, parallel: 3 }, ['a', 'b', 'c', 'd', 'e'], unless('c'));
    expect(done.sort()).toEqual(['a', 'b', 'd', 'e']);
  });

  it('gives each organization its turn while others are added', async () => {
    const waiting = ['a', 'b'];
    await passes.each(pass, roundRobin(waiting), (id) => {
      if (tried.push(id) < 4) waiting.push(id);
      return Promise.resolve();
    });
    expect(tried).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('runs the steps behind one that fails', async () => {
    const step = (name: string) => () => unless('one')(name);
    await passes.steps('test', { one: step('one'), two: step('two') });
    expect(tried).toEqual(['one', 'two']);
  });
});
