// The side of a worker in a measurement of the usage store (store-worker.ts).
import type { Message } from './store-worker.ts';

/** Sends progress or the result to the process that started this one. */
export const send = (message: Message<unknown>): void => {
  process.send?.(message);
};

/** Performs the one task that this process receives, answers with its result or its failure, and ends. */
export const answerTask = <Task, Result>(perform: (task: Task) => Promise<Result>): void => {
  process.once('message', (task: Task) => {
    perform(task)
      .then(
        (result) => send({ result }),
        (error: unknown) => send({ failed: error instanceof Error ? error.message : String(error) }),
      )
      .finally(() => process.disconnect());
  });
};
