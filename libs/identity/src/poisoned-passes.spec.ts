import { expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { foundRows, goodId, poisonedId, passBesidePoison } from '@tollgate/testing';
import { BulkActHousekeeping } from './bulk-acts/bulk-act-housekeeping.js';
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

it('bulk-act-sweep queues the act beside a poisoned one', async () => {
  const real = new Map<unknown, unknown>([[Passes, new Passes(quiet, new Metrics())]]);
  const { goodCalls } = await passBesidePoison(BulkActHousekeeping, {
    found: [foundRows, 0],
    pass: 'bulk-act-sweep',
    real,
  });
  expect(goodCalls).not.toEqual([]);
});
