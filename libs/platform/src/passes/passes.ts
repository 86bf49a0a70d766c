import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/errors.js';
import { Unavailable } from '../errors/api-errors.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';

/** How a pass deals with the things that it finds: rows, or organizations with due work. */
export interface Pass<T> {
  /** Its name in logs and in the metric `tollgate_pass_failures_total`. */
  name: string;
  /** The text of the log when an item fails, such as `overdue invoices were not marked; they stay due`. */
  failure: string;
  /** Identifies an item, with its organization; the log shows it. */
  about: (item: T) => Record<string, string>;
  /** Items under way at once; 1 by default. */
  parallel?: number;
  /** Sets an item aside that has failed `mostTries` times for reasons of its own, so that the pass finds it no more. */
  park?: (item: T, error: unknown, tries: number) => Promise<void>;
}

interface PutOff {
  failures: number;
  /** The failures for reasons of its own. */
  tries: number;
  /** Unix milliseconds. */
  until: number;
}

/** The total of counts, such as those of organizations. */
export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Takes items from the front of a list while others may be added behind, so that none waits for ever. */
export function* roundRobin<T>(waiting: T[]): Generator<T> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
}

/** After this many failures of its own, an item is parked where its pass can park. */
export const mostTries = 5;
/** After this many failures in a row for want of a backend, the others would fail too. */
const mostUnavailable = 3;
const firstWaitMs = 1_000;
const longestWaitMs = 600_000;
const longestWaitForBackendMs = 60_000;
/** The items that this process remembers; the oldest are tried again early. */
const mostPutOff = 10_000;

const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isDatabaseUnavailable(error);

/**
 * Runs passes over all organizations: each item is caught, counted, put off with growing waits, and parked in the end.
 * So one that fails delays no other. Tables hold what is due; what is put off is in the memory of the process.
 */
@Injectable()
export class Passes {
  private readonly putOff = new Map<string, PutOff>();

  constructor(
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Works on each item that is not put off.
   * @returns the results of those that succeeded
   * @throws the last error when several items in a row find a backend unavailable
   */
  async each<T, R>(pass: Pass<T>, items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    const rest = items[Symbol.iterator]();
    let unavailable = 0;
    const one = async (item: T): Promise<void> => {
      const key = `${pass.name} ${JSON.stringify(pass.about(item))}`;
      if ((this.putOff.get(key)?.until ?? 0) > Date.now()) return;
      try {
        results.push(await work(item));
        this.putOff.delete(key);
        unavailable = 0;
      } catch (error) {
        unavailable = isUnavailable(error) ? unavailable + 1 : 0;
        await this.failed(pass, item, key, error);
        if (unavailable >= mostUnavailable) throw error;
      }
    };
    const worker = async () => {
      for (let next = rest.next(); !next.done && unavailable < mostUnavailable; next = rest.next())
        await one(next.value);
    };
    await Promise.all(Array.from({ length: pass.parallel ?? 1 }, worker));
    return results;
  }

  /** Runs the steps of a pass in order; one that fails ends none of the others. */
  async steps(name: string, steps: Record<string, () => Promise<unknown>>): Promise<void> {
    for (const [step, work] of Object.entries(steps)) {
      try {
        await work();
      } catch (error) {
        this.metrics.passFailures.inc({ pass: name });
        this.logger.error('a step of a pass failed; the next run repeats it', { pass: name, step, error });
      }
    }
  }

  private async failed<T>(pass: Pass<T>, item: T, key: string, error: unknown): Promise<void> {
    const before = this.putOff.get(key) ?? { failures: 0, tries: 0 };
    const tries = before.tries + (isUnavailable(error) ? 0 : 1);
    const failures = before.failures + 1;
    const longest = isUnavailable(error) ? longestWaitForBackendMs : longestWaitMs;
    this.metrics.passFailures.inc({ pass: pass.name });
    this.logger.error(pass.failure, { pass: pass.name, ...pass.about(item), tries, error });
    this.remember(key, { failures, tries, until: Date.now() + Math.min(firstWaitMs * 2 ** failures, longest) });
    if (!pass.park || tries < mostTries) return;
    try {
      await pass.park(item, error, tries);
      this.putOff.delete(key);
    } catch (failure) {
      this.logger.error('an item was not parked yet', { pass: pass.name, ...pass.about(item), error: failure });
    }
  }

  private remember(key: string, wait: PutOff): void {
    this.putOff.delete(key);
    this.putOff.set(key, wait);
    const [oldest] = this.putOff.keys();
    if (this.putOff.size > mostPutOff && oldest !== undefined) this.putOff.delete(oldest);
  }
}
