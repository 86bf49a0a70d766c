import type { FastifyInstance } from 'fastify';
import { type ApiError, TooManyRequests, Unavailable } from '../errors/api-errors.js';
import type { ApiRequest } from './tenant.js';

export interface ConcurrencyBounds {
  /** Concurrent calls of one organization in a process, or their total weight. */
  ofOne: number;
  /** Concurrent calls of all organizations together, or their total weight. */
  ofAll: number;
  /** Calls of one organization that may wait. */
  waiting: number;
  /** Maximum wait of a call, in milliseconds. */
  waitMs: number;
}

interface Waiting {
  weight: number;
  start: () => void;
  refuse: (error: ApiError) => void;
  deadline: NodeJS.Timeout;
}

/**
 * Limits concurrent calls, per organization and in total. Excess calls wait in a queue per organization, and the queues
 * are served round-robin: a caller with a thousand heavy calls only delays itself.
 * One call begins per event loop iteration. Otherwise, fifty synchronous calls that arrive together would run within a
 * single iteration, regardless of the limit, and block all others.
 */
export class ConcurrentCalls {
  private readonly underWay = new Map<string, number>();
  private readonly lines = new Map<string, Waiting[]>();
  private all = 0;
  private hasStarted = false;

  constructor(private readonly bounds: ConcurrencyBounds) {}

  /**
   * Waits until a call may start.
   * @param organizationId the caller's organization
   * @param weight the call's share of the bounds; one that exceeds them runs alone
   * @returns a function to call once at the end of the call
   * @throws TooManyRequests where too many wait, Unavailable after `waitMs`
   */
  begin(organizationId: string, weight = 1): Promise<() => void> {
    const line = this.lines.get(organizationId) ?? [];
    if (line.length === 0 && !this.hasStarted && this.hasRoom(organizationId, weight))
      return Promise.resolve(this.start(organizationId, weight));
    if (line.length >= this.bounds.waiting) return Promise.reject(new TooManyRequests(1));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        weight,
        start: () => {
          clearTimeout(waiting.deadline);
          resolve(this.start(organizationId, weight));
        },
        refuse: reject,
        deadline: setTimeout(() => this.abandon(organizationId, waiting), this.bounds.waitMs),
      };
      line.push(waiting);
      this.lines.set(organizationId, line);
    });
  }

  private hasRoom(organizationId: string, weight: number): boolean {
    const ofOne = this.underWay.get(organizationId) ?? 0;
    const fits = (underWay: number, bound: number) => underWay === 0 || underWay + weight <= bound;
    return fits(this.all, this.bounds.ofAll) && fits(ofOne, this.bounds.ofOne);
  }

  private start(organizationId: string, weight: number): () => void {
    this.startNext();
    this.all += weight;
    this.underWay.set(organizationId, (this.underWay.get(organizationId) ?? 0) + weight);
    let done = false;
    return () => {
      if (done) return;
      done = true;
      this.all -= weight;
      const left = (this.underWay.get(organizationId) ?? weight) - weight;
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

  /** Starts one call of the first queue that has room; that queue then moves to the end. */
  private serveNext(): void {
    if (this.hasStarted) return;
    for (const [organizationId, line] of this.lines) {
      if (!this.hasRoom(organizationId, line[0]?.weight ?? 1)) continue;
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

/** A call whose caller has disconnected stops counting after this time, in milliseconds, even if it still runs. */
const longestAfterItsCaller = 60_000;

/**
 * Makes calls of organizations wait for a free slot once their bodies are read.
 * @param boundsOf the limit for a call; undefined where other limits apply
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
    // The calls of a customer hold up neither its organization nor other customers.
    calls.begin(tenant.customer?.customerId ?? tenant.organizationId).then(
      (end) => {
        ends.set(request, end);
        // A disconnect does not stop the call's work, so the organization's next call still waits.
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
