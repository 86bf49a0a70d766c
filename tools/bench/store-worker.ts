// Runs a measurement of the usage store in a process of its own, whose engine starts with empty caches.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Message<Result> = { progress: string } | { result: Result } | { failed: string };

/**
 * Sends one task to a worker. Its answer is complete when it has ended, because the engine locks its directory until then.
 * @param file a worker beside this file
 * @param onProgress gets what the worker does next, in words
 * @throws Error if the worker fails or ends without a result
 */
export function inStoreWorker<Result>(
  file: string,
  task: object,
  onProgress?: (text: string) => void,
): Promise<Result> {
  const worker = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    let answer: { result: Result } | undefined;
    let failed: string | undefined;
    child.on('message', (message: Message<Result>) => {
      if ('progress' in message) onProgress?.(message.progress);
      else if ('failed' in message) failed = message.failed;
      else answer = message;
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      answer ? resolve(answer.result) : reject(new Error(failed ?? `the measurement ended with code ${code}`)),
    );
    child.send(task);
  });
}
