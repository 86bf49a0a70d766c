// The end of a process, where there is one: Node, Deno and Bun have it, browsers and edge runtimes do not.

type Signal = 'SIGTERM' | 'SIGINT';
const signals: readonly Signal[] = ['SIGTERM', 'SIGINT'];

/** The part of Node's `process` that matters here. It is not imported, so bundles for browsers do not need it. */
interface Process {
  pid: number;
  on(event: 'beforeExit' | 'exit', listener: () => void): void;
  prependListener(event: Signal, listener: () => void): void;
  removeListener(event: Signal | 'beforeExit' | 'exit', listener: () => void): void;
  listenerCount(event: Signal): number;
  kill(pid: number, signal: Signal): void;
}

/** Work that must not get lost when the process ends. */
export interface LastWork {
  /** Does the work within a bounded time. @returns whether all of it is done */
  finish(): Promise<boolean>;
  /** Gives up at once what is left of it, and reports that. */
  drop(): void;
}

function runningProcess(): Process | null {
  const { process } = globalThis as { process?: Partial<Process> };
  const isComplete = typeof process?.prependListener === 'function' && typeof process.kill === 'function';
  return isComplete ? (process as Process) : null;
}

/** One listener serves any number of buffers. */
const lastWork = new Set<LastWork>();

async function finishOrDrop(): Promise<void> {
  await Promise.all([...lastWork].map(async (work) => (await work.finish()) || work.drop()));
}

/** Ends the process as the signal does, unless the program has a listener of its own: then that one decides. */
async function finishAndEnd(signal: Signal): Promise<void> {
  const process = runningProcess();
  const isOnlyListener = process?.listenerCount(signal) === 1;
  if (!process || !isOnlyListener) return void (await Promise.all([...lastWork].map((work) => work.finish())));
  await finishOrDrop();
  process.removeListener(signal, listeners[signal]);
  process.kill(process.pid, signal);
}

const listeners = {
  beforeExit: () => void finishOrDrop(),
  // A program may call `process.exit` at any time. Then nothing can be sent any more.
  exit: () => lastWork.forEach((work) => work.drop()),
  SIGTERM: () => void finishAndEnd('SIGTERM'),
  SIGINT: () => void finishAndEnd('SIGINT'),
};

/**
 * Has work done before the process ends by itself, or by SIGTERM or SIGINT.
 * @returns a function that cancels it
 */
export function endWithProcess(work: LastWork): () => void {
  const process = runningProcess();
  if (!process) return () => undefined;
  if (lastWork.size === 0) {
    for (const event of ['beforeExit', 'exit'] as const) process.on(event, listeners[event]);
    for (const signal of signals) process.prependListener(signal, listeners[signal]);
  }
  lastWork.add(work);
  return () => {
    if (!lastWork.delete(work) || lastWork.size > 0) return;
    for (const event of ['beforeExit', 'exit', ...signals] as const) process.removeListener(event, listeners[event]);
  };
}

/** Lets the process end although a timer runs. Timers of browsers are numbers, which keep nothing alive. */
export function letProcessEnd(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
