// The load generators, in separate processes: wrk for timed benchmarks; autocannon where wrk is unavailable, and for a
// fixed number of calls.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PostResult, PostTask, ResultMessage, Results, Tasks } from './load-tasks.ts';
import { postWithWrk, wrk } from './wrk.ts';

const generator = fileURLToPath(new URL('load.ts', import.meta.url));

/** Sends one task to the load generator and waits for its result. */
export function generate<Kind extends keyof Tasks>(kind: Kind, task: Tasks[Kind]): Promise<Results[Kind]> {
  const child = fork(generator, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message: ResultMessage<Results[Kind]>) =>
      'failed' in message ? reject(new Error(message.failed)) : resolve(message.result),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)));
    child.send({ kind, task });
  });
}

/** Posts events; the service must accept every call. */
export async function post(task: PostTask): Promise<PostResult> {
  const fast = task.calls ? null : wrk();
  const result = await (fast ? postWithWrk(fast, task) : generate('post', task));
  if (Object.keys(result.refused).length > 0 || result.errors > 0) {
    throw new Error(`not all calls were accepted: ${JSON.stringify(result.refused)}, ${result.errors} without answer`);
  }
  return result;
}
