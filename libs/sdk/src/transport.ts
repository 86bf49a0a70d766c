import { TollgateError } from './errors.js';
import { backoffMs, retryAfterOf, sleep, temporaryStatuses } from './waits.js';

/** Bounds of a call. */
export interface CallLimits {
  /** The time of a whole call with its repetitions, in milliseconds. */
  deadlineMs: number;
  /** The time of one attempt until its answer is read, in milliseconds. */
  attemptMs: number;
  /** How often a call is sent at most. */
  attempts: number;
}

export type Fetch = (request: Request) => Promise<Response>;

const waits = { firstMs: 250, longestMs: 8_000 };
/** Statuses whose answers cannot have a body. */
const withoutBody = new Set([204, 205, 304]);

/** Only these are repeated: a lost answer of any other call may hide that it had an effect. */
const isRepeatable = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('idempotency-key');

/** Sends requests within their bounds. */
export class Transport {
  constructor(
    private readonly fetch: Fetch,
    private readonly limits: CallLimits,
  ) {}

  /**
   * Sends a request, and again while the answer is "not now" or missing. Reading calls are repeated, and writing ones with an
   * `Idempotency-Key`.
   * @returns the last answer
   * @throws TollgateError without an answer; the reason of the request's signal once that is aborted
   */
  async call(request: Request, { deadlineMs = this.limits.deadlineMs }: Partial<CallLimits> = {}): Promise<Response> {
    const deadline = Date.now() + deadlineMs;
    const attempts = isRepeatable(request) ? this.limits.attempts : 1;
    for (let attempt = 0; ; attempt++) {
      const answer = await this.attempt(request.clone(), deadline - Date.now()).catch((error: unknown) => error);
      request.signal.throwIfAborted();
      const isAnswer = answer instanceof Response;
      if (isAnswer && !temporaryStatuses.has(answer.status)) return answer;
      const waitMs = Math.max(backoffMs(attempt, waits), isAnswer ? retryAfterOf(answer.headers) : 0);
      if (attempt + 1 >= attempts || Date.now() + waitMs >= deadline) {
        if (isAnswer) return answer;
        throw answer;
      }
      await sleep(waitMs, request.signal);
    }
  }

  /**
   * Sends a request once, and reads the whole answer.
   * @param longestMs how long it may take at most, beside the bound of every attempt
   * @throws TollgateError without an answer
   */
  async attempt(request: Request, longestMs = this.limits.attemptMs): Promise<Response> {
    const late = AbortSignal.timeout(Math.max(Math.min(longestMs, this.limits.attemptMs), 0));
    try {
      const answer = await this.fetch(new Request(request, { signal: AbortSignal.any([request.signal, late]) }));
      const { status, headers } = answer;
      return new Response(withoutBody.has(status) ? null : await answer.arrayBuffer(), { status, headers });
    } catch (cause) {
      throw new TollgateError({ status: 0, code: late.aborted ? 'deadline_exceeded' : 'no_answer', cause });
    }
  }
}
