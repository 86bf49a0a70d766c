// Runs steps in lanes: in the order of the table, each as soon as its needs have passed and a lane is free.

/** The next step to begin: the first waiting step whose needs have passed and that may run beside the running ones. */
export function nextStep(waiting, passed, running) {
  if (running.some(({ alone }) => alone)) return undefined;
  const ready = waiting.filter(({ needs = [] }) => needs.every((name) => passed.has(name)));
  // A step that must run alone goes next as soon as it is first: otherwise it would wait for all others.
  const [first] = ready;
  if (first?.alone) return running.length === 0 ? first : undefined;
  return first;
}

/**
 * Runs steps.
 * @param lanes how many run side by side
 * @param passed names of steps that count as passed from the start
 * @param stopAtFailure whether no step begins after a failure
 * @param begin begins a step: `{ ended, stop() }`, where `ended` resolves to at least `{ failed }`
 * @param onEnd receives each step and its result
 * @returns `{ notRun }`: names of steps that did not begin, because a needed step failed, or the run was stopped
 */
export async function runSteps(steps, { lanes, passed = new Set(), stopAtFailure = false, begin, onEnd, signal }) {
  const waiting = [...steps];
  const running = new Map();
  const passedNames = new Set(passed);
  let stopped = false;
  signal?.addEventListener('abort', () => {
    stopped = true;
    for (const { stop } of running.values()) stop();
  });
  for (;;) {
    while (!stopped && running.size < lanes) {
      const step = nextStep(waiting, passedNames, [...running.keys()]);
      if (!step) break;
      waiting.splice(waiting.indexOf(step), 1);
      const { ended, stop } = begin(step);
      running.set(step, { stop, ended: ended.then((result) => ({ step, result })) });
    }
    if (running.size === 0) break;
    const { step, result } = await Promise.race([...running.values()].map(({ ended }) => ended));
    running.delete(step);
    if (result.failed === 0) passedNames.add(step.name);
    else if (stopAtFailure) stopped = true;
    await onEnd(step, result);
  }
  return { notRun: waiting.map(({ name }) => name) };
}
