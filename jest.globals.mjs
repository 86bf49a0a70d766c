// The functions that specs import from `@jest/globals`. The runner sets no deadlines and knows no asynchronous timers.
import { ModernFakeTimers } from '@jest/fake-timers';
import { jestExpect } from '@jest/expect';
import * as circus from 'jest-circus';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

/** Milliseconds of a test or a hook that names none. No test asserts a duration by it: a busy machine may need it. */
const usualDeadline = 60_000;
const { setTimeout, clearTimeout } = globalThis; // before a spec replaces them

const within = (deadline, run) => async () => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${deadline} ms`)), deadline);
  });
  return Promise.race([run(), late]).finally(() => clearTimeout(timer));
};

const testBy = (define) => {
  const test = (name, run, deadline = usualDeadline) => define(name, run && within(deadline, run));
  return Object.assign(test, { each: bind(test, false) });
};
const hookBy =
  (define) =>
  (run, deadline = usualDeadline) =>
    define(within(deadline, run));

export const expect = jestExpect;
export const { describe } = circus;
export const it = Object.assign(testBy(circus.it), {
  only: testBy(circus.it.only),
  skip: testBy(circus.it.skip),
});
export const test = it;
export const beforeAll = hookBy(circus.beforeAll);
export const beforeEach = hookBy(circus.beforeEach);
export const afterEach = hookBy(circus.afterEach);
export const afterAll = hookBy(circus.afterAll);

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: { enableGlobally: true } }, global: globalThis });

export const jest = {
  fn: mocks.fn.bind(mocks),
  spyOn: mocks.spyOn.bind(mocks),
  restoreAllMocks: () => mocks.restoreAllMocks(),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (time) => timers.setSystemTime(time),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
};
