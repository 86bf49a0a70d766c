import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { mandatoryText, timestamp } from '../http/fields.js';
import { isOutOfCalendar } from '../http/guards.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';

/** The most unfinished work that an answer counts. */
export const mostPendingWork = 10_000;

/** How far a turned clock has come. */
export const TestClockProgress = z.object({
  from: timestamp(),
  to: timestamp(),
  /** Seconds of the sandbox's time. */
  done: z.int(),
  total: z.int(),
  /** Messages, jobs and events that it waits for before it goes on. */
  pending_work: z.int(),
});

/** The clock of a sandbox organization; `advancing` while due work is running. */
export const TestClock = z.object({
  frozen_time: timestamp(),
  status: z.enum(['ready', 'advancing']),
  progress: TestClockProgress.nullable(),
});
export type TestClock = z.infer<typeof TestClock>;

export const TestClockUpdate = body({ frozen_time: strictly(mandatoryText(), timestamp()) }, (input, add) => {
  if (
    input.frozen_time !== undefined &&
    (Number.isNaN(Date.parse(input.frozen_time)) || isOutOfCalendar(input.frozen_time))
  )
    add('frozen_time', 'invalid_date');
});
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
