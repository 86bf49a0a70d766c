import { expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { goodId, poisonedId, passBesidePoison } from '@tollgate/testing';
import { DueWorkTicker } from './test-clock/due-work.ticker.js';
import { TestClockService } from './test-clock/test-clock.service.js';

const quiet = { error: () => undefined } as unknown as Logger;

it('test-clock-sweep resumes the clock beside a poisoned one', async () => {
  const clocks = { abandoned: () => Promise.resolve([poisonedId, goodId]) };
  const real = new Map<unknown, unknown>([
    [Passes, new Passes(quiet, new Metrics())],
    [TestClockService, clocks],
  ]);
  const { goodCalls } = await passBesidePoison(DueWorkTicker, { pass: 'test-clock-sweep', real });
  expect(goodCalls).not.toEqual([]);
});
