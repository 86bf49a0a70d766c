// Steps side by side: in the order of the table, each as soon as what it needs has passed and a lane is free.

/** What may begin now: the first waiting step whose needs have passed and that may stand beside what runs. */
export function nextStep(waiting, passed, running) {
  if (running.some(({ alone }) => alone)) return undefined;
  const ready = waiting.filter(({ needs = [] }) => needs.every((name) => passed.has(name)));
  // What wants to be alone is let in as soon as it is first: otherwise it would wait until all others are done.
  const [first] = ready;
  if (first?.alone) return running.length === 0 ? first : undefined;
  return first;
}

/**
 * Runs steps.
 * @param lanes how many run side by side
 * @param passed names of steps that count as passed from the beginning
 * @param stopAtFailure whether nothing more begins once one has failed
 * @param begin begins a step: `{ ended, stop() }`, of which `ended` answers at least `{ failed }`
 * @param onEnd is told each step and what came of it
 * @returns `{ notRun }`: names of steps that were not begun, because what they need failed, or the run was stopped
 */
export async function runSteps(steps, { lanes, passed = new Set(), stopAtFailure = false, begin, onEnd, signal }) {
  const waiting = [...steps];
  const running = new Map();
  const known = new Set(passed);
  let stopped = false;
  signal?.addEventListener('abort', () => {
    stopped = true;
    for (const { stop } of running.values()) stop();
  });
  for (;;) {
    while (!stopped && running.size < lanes) {
      const step = nextStep(waiting, known, [...running.keys()]);
      if (!step) break;
      waiting.splice(waiting.indexOf(step), 1);
      const { ended, stop } = begin(step);
      running.set(step, { stop, ended: ended.then((result) => ({ step, result })) });
    }
    if (running.size === 0) break;
    const { step, result } = await Promise.race([...running.values()].map(({ ended }) => ended));
    running.delete(step);
    if (result.failed === 0) known.add(step.name);
    else if (stopAtFailure) stopped = true;
    await onEnd(step, result);
  }
  return { notRun: waiting.map(({ name }) => name) };
}
