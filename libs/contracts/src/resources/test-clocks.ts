import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { mandatoryText, timestamp } from '../http/fields.js';
import { isOutOfCalendar } from '../http/guards.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, shape } from '../http/texts.js';

/** The most unfinished work that an answer counts. */
export const mostPendingWork = 10_000;

/** How far a turned clock has come. */
export const TestClockProgress = shape('The progress of an advancing test clock', {
  from: described(timestamp(), 'Time before the clock was advanced', '2026-03-01T00:00:00Z'),
  to: described(timestamp(), 'Target time', '2026-04-01T00:00:00Z'),
  /** Seconds of the sandbox's time. */
  done: described(z.int(), 'Completed seconds', 1_339_200),
  total: described(z.int(), 'Seconds in total', 2_678_400),
  /** Messages, jobs and events that it waits for before it goes on. */
  pending_work: described(z.int(), 'Number of unfinished messages and jobs, 10,000 at most', 42),
});

/** The clock of a sandbox organization; `advancing` while due work is running. */
export const TestClock = shape('The clock of a sandbox', {
  frozen_time: described(timestamp(), 'Time of the sandbox', '2026-04-01T00:00:00Z'),
  status: described(z.enum(['ready', 'advancing']), 'Whether due work is in progress'),
  progress: TestClockProgress.nullable(),
});
export type TestClock = z.infer<typeof TestClock>;

export const TestClockUpdate = bodyOf(
  TestClock,
  { frozen_time: strictly(mandatoryText(), timestamp()) },
  (input, add) => {
    if (
      input.frozen_time !== undefined &&
      (Number.isNaN(Date.parse(input.frozen_time)) || isOutOfCalendar(input.frozen_time))
    )
      add('frozen_time', 'invalid_date');
  },
);
export type TestClockUpdate = BodyInput<typeof TestClockUpdate>;

const shared = { service: 'identity', permission: 'organization' } as const;

export const testClockRoutes = {
  read: route({
    ...shared,
    method: 'GET',
    path: '/test_clock',
    summary: 'Read the test clock',
    answer: { test_clock: TestClock },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/test_clock',
    summary: 'Advance the test clock and run all due work',
    wrapper: 'test_clock',
    body: TestClockUpdate,
    answer: { test_clock: TestClock },
  }),
};
