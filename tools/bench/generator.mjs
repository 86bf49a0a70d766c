// The load generators, in separate processes: wrk for timed benchmarks; autocannon where wrk is unavailable, and for a
// fixed number of calls.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { postWithWrk, wrk } from './wrk.mjs';

const generator = fileURLToPath(new URL('load.mjs', import.meta.url));

/** Sends one task to the load generator and waits for its result. */
export function generate(task) {
  const child = fork(generator, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ result, failed }) => (failed ? reject(new Error(failed)) : resolve(result)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)));
    child.send(task);
  });
}

/** Posts events; the service must accept every call. */
export async function post(task) {
  const fast = task.calls ? null : wrk();
  const result = await (fast ? postWithWrk(fast, task) : generate({ kind: 'post', ...task }));
  if (Object.keys(result.refused).length > 0 || result.errors > 0) {
    throw new Error(`not all calls were accepted: ${JSON.stringify(result.refused)}, ${result.errors} without answer`);
  }
  return result;
}
