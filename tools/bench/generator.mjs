// The load generator, a process of its own.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const generator = fileURLToPath(new URL('load.mjs', import.meta.url));

/** Gives the load generator one task and waits for what it measured. */
export function generate(task) {
  const child = fork(generator, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ result, failed }) => (failed ? reject(new Error(failed)) : resolve(result)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)));
    child.send(task);
  });
}

/** Posts events; every call must be accepted. */
export async function post(task) {
  const result = await generate({ kind: 'post', ...task });
  if (Object.keys(result.refused).length > 0 || result.errors > 0) {
    throw new Error(`not all calls were accepted: ${JSON.stringify(result.refused)}, ${result.errors} without answer`);
  }
  return result;
}
