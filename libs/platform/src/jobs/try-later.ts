/**
 * A handler throws it when its job has to wait for something else, such as a provider that does not answer. The job runs
 * again after the delay; the try is no attempt.
 */
export class TryLater extends Error {
  override readonly name = 'TryLater';

  /** @param delayMs how long the job waits */
  constructor(readonly delayMs: number) {
    super(`the job waits ${delayMs} ms`);
  }
}
