import { expect, it } from '@jest/globals';
import { aCustomer, aPlan, aSubscription, Sandbox, waitFor } from '@tollgate/testing';

interface Progress {
  from: string;
  to: string;
  done: number;
  total: number;
  pending_work: number;
}
interface Clock {
  test_clock: { frozen_time: string; status: string; progress: Progress | null };
}

const read = async (sandbox: Sandbox) => (await sandbox.ok<Clock>('GET', '/test_clock')).test_clock;

it('says how far a turned clock has come until it is there', async () => {
  const sandbox = await Sandbox.create('2026-01-01T00:00:00Z');
  await aPlan('p').monthly(1_000).createIn(sandbox);
  await aCustomer('c').createIn(sandbox);
  await aSubscription('s', 'c').createIn(sandbox);
  expect(await read(sandbox)).toEqual({ frozen_time: '2026-01-01T00:00:00Z', status: 'ready', progress: null });

  const turned = sandbox.call('PUT', '/test_clock', { test_clock: { frozen_time: '2026-07-01T00:00:00Z' } });
  const seen: Clock['test_clock'][] = [];
  await waitFor(
    'the clock',
    async () => {
      const clock = await read(sandbox);
      seen.push(clock);
      return clock.frozen_time === '2026-07-01T00:00:00Z' && clock.status === 'ready';
    },
    120_000,
  );
  expect((await turned).status).toBe(200);
  expect(await read(sandbox)).toEqual({ frozen_time: '2026-07-01T00:00:00Z', status: 'ready', progress: null });

  const moving = seen.filter(({ status }) => status === 'advancing');
  expect(moving.length).toBeGreaterThan(0);
  for (const { frozen_time: now, progress } of moving)
    expect(progress).toEqual({
      from: '2026-01-01T00:00:00Z',
      to: '2026-07-01T00:00:00Z',
      done: (Date.parse(now) - Date.parse('2026-01-01T00:00:00Z')) / 1000,
      total: 181 * 86_400,
      pending_work: expect.any(Number),
    });
  const done = moving.map(({ progress }) => progress?.done ?? 0);
  expect(done).toEqual([...done].sort((one, next) => one - next));
}, 180_000);
