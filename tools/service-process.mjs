// The standalone service as a child process, for `npm start`, `npm run dev` and the npm package. It needs Node alone.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { nodeOptions } from './harness/node-options.mjs';

/**
 * Starts the service in its own session, so a Ctrl-C in the terminal does not reach it directly. Returns the process and
 * a promise of its exit code.
 * @param node the binary that runs it
 * @param main its first module
 * @param cwd where it looks for its data
 */
export function startServiceProcess(node, main, cwd) {
  const child = spawn(node, [...nodeOptions, main], { cwd, stdio: 'inherit', detached: true });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  return { child, ended };
}

/**
 * Calls `stop` on a signal to this process. One Ctrl-C arrives more than once (from the terminal and from npm) but
 * counts once, because the service treats a second one as impatience.
 */
export function onSignals(stop) {
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - last < 1000) return;
      last = Date.now();
      stop(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
}
