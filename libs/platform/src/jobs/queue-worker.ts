import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from 'bullmq';

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * A worker of a queue, which begins once its connections are ready. BullMQ never repeats a failed preparation of a
 * connection. Its worker would then fail at once for each job, and its loop would leave the process no other work.
 */
export class QueueWorker {
  private readonly closing = new AbortController();
  private worker: Worker | undefined;

  /**
   * @param create makes a worker that does not run by itself
   * @param report receives the error of each failed preparation
   */
  constructor(
    private readonly create: () => Worker,
    private readonly report: (error: unknown) => void,
  ) {
    this.run().catch(report);
  }

  /** Lets running jobs finish, and takes no more. It does not wait for connections that are not ready. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.worker?.close();
  }

  private async run(): Promise<void> {
    for (let pauseMs = firstPauseMs; !this.closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const worker = this.create();
      this.worker = worker;
      try {
        await worker.waitUntilReady();
        return await worker.run();
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.report(error);
        await worker.close(true).catch(() => undefined);
        await pause(pauseMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
      }
    }
  }
}
