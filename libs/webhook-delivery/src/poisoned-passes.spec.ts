import { expect, it } from '@jest/globals';
import { Metrics, Passes, type Logger } from '@tollgate/platform';
import { passBesidePoison } from '@tollgate/testing';
import { ReplayFeeder } from './replays/replay-feeder.js';

const quiet = { error: () => undefined } as unknown as Logger;

it('webhook-replays feeds the replay beside a poisoned one', async () => {
  const pass = async (feeder: ReplayFeeder) => {
    feeder.wake();
    await feeder.beforeApplicationShutdown();
  };
  const real = new Map([[Passes, new Passes(quiet, new Metrics())]]);
  const { goodCalls } = await passBesidePoison(ReplayFeeder, { pass, real });
  expect(goodCalls).not.toEqual([]);
});
