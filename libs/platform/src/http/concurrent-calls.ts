import type { FastifyInstance } from 'fastify';
import { type ApiError, TooManyRequests, Unavailable } from '../errors/api-errors.js';
import type { ApiRequest } from './tenant.js';

export interface ConcurrencyBounds {
  /** Calls of one organization that a process works on at once. */
  ofOne: number;
  /** Calls of all organizations together. */
  ofAll: number;
  /** Calls of one organization that may wait. */
  waiting: number;
  /** How long one waits at most, in milliseconds. */
  waitMs: number;
}

interface Waiting {
  start: () => void;
  refuse: (error: ApiError) => void;
  deadline: NodeJS.Timeout;
}

/**
 * Has a process work on so many calls of each organization at once, and on so many of all. What is beyond waits, each
 * organization in its own line, and lines are served in turn: whoever makes a thousand heavy calls waits for itself.
 *
 * One call begins in a turn of the event loop. Fifty that came together and never wait for anything would otherwise be
 * worked on one after the other in a single turn, whatever may be under way at once, and all else would wait for them.
 */
export class ConcurrentCalls {
  private readonly underWay = new Map<string, number>();
  private readonly lines = new Map<string, Waiting[]>();
  private all = 0;
  private hasStarted = false;

  constructor(private readonly bounds: ConcurrencyBounds) {}

  /**
   * Waits until a call may be worked on.
   * @param organizationId whose call it is
   * @returns what is called once when it is done
   * @throws TooManyRequests where too many wait, Unavailable after `waitMs`
   */
  begin(organizationId: string): Promise<() => void> {
    const line = this.lines.get(organizationId) ?? [];
    if (line.length === 0 && !this.hasStarted && this.hasRoom(organizationId))
      return Promise.resolve(this.start(organizationId));
    if (line.length >= this.bounds.waiting) return Promise.reject(new TooManyRequests(1));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(waiting.deadline);
          resolve(this.start(organizationId));
        },
        refuse: reject,
        deadline: setTimeout(() => this.abandon(organizationId, waiting), this.bounds.waitMs),
      };
      line.push(waiting);
      this.lines.set(organizationId, line);
    });
  }

  private hasRoom(organizationId: string): boolean {
    return this.all < this.bounds.ofAll && (this.underWay.get(organizationId) ?? 0) < this.bounds.ofOne;
  }

  private start(organizationId: string): () => void {
    this.startNext();
    this.all++;
    this.underWay.set(organizationId, (this.underWay.get(organizationId) ?? 0) + 1);
    let done = false;
    return () => {
      if (done) return;
      done = true;
      this.all--;
      const left = (this.underWay.get(organizationId) ?? 1) - 1;
      if (left > 0) this.underWay.set(organizationId, left);
      else this.underWay.delete(organizationId);
      this.serveNext();
    };
  }

  private startNext(): void {
    this.hasStarted = true;
    setImmediate(() => {
      this.hasStarted = false;
      this.serveNext();
    });
  }

  /** Starts one call of the first line that may go on; that line comes last from then on. */
  private serveNext(): void {
    if (this.hasStarted) return;
    for (const [organizationId, line] of this.lines) {
      if (!this.hasRoom(organizationId)) continue;
      const next = line.shift();
      this.lines.delete(organizationId);
      if (line.length > 0) this.lines.set(organizationId, line);
      return next?.start();
    }
  }

  private abandon(organizationId: string, waiting: Waiting): void {
    const line = this.lines.get(organizationId) ?? [];
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.lines.delete(organizationId);
    waiting.refuse(new Unavailable('too many calls are under way, try again'));
  }
}

/** After this a call whose caller has gone counts no longer, in milliseconds, even though it is still worked on. */
const longestAfterItsCaller = 60_000;

/**
 * Has calls of organizations wait for their turn once their bodies are read.
 * @param boundsOf what bounds a call; nothing where others do
 */
export function boundConcurrentCalls(
  fastify: FastifyInstance,
  boundsOf: (request: ApiRequest) => ConcurrentCalls | undefined,
): void {
  const ends = new WeakMap<object, () => void>();
  fastify.addHook('preValidation', (request: ApiRequest, reply, done) => {
    const { tenant } = request;
    const calls = tenant && boundsOf(request);
    if (!calls) return done();
    calls.begin(tenant.organizationId).then(
      (end) => {
        ends.set(request, end);
        // Whoever hangs up has not had its work undone: the next call of the organization waits for that.
        reply.raw.once('close', () => {
          if (ends.has(request)) setTimeout(end, longestAfterItsCaller).unref();
        });
        done();
      },
      (error: ApiError) => void reply.status(error.status).headers(error.headers).send(error.body),
    );
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    ends.get(request)?.();
    ends.delete(request);
    done();
  });
}
