import { Injectable } from '@nestjs/common';
import { Outages, Resting, TryLater, type OutageSign } from '@tollgate/platform';
import { ProviderUnavailable } from './provider-errors.js';

const rules = { failures: 5, firstRestMs: 1_000, longestRestMs: 30_000 };
/** After a refusal for too many calls. Stripe counts calls by the second. */
const rateLimitMs = 1_000;
/** Jobs that wait for a connection come back in groups, so at most at Stripe's rate of 100 calls a second. */
const groupMs = 250;
const groupSize = 25;
const longestDelayMs = 300_000;

/** Has jobs wait for a provider that does not answer, so the jobs of other connections go on. */
@Injectable()
export class ProviderOutages {
  private readonly outages = new Outages(rules);
  /** The last group of each connection: when its jobs come back, and how many it has. */
  private readonly groups = new Map<string, { at: number; size: number }>();

  /**
   * Makes the calls of a job at a provider.
   * @throws TryLater while the connection rests, and when the provider takes no more calls for now; the calls' errors
   */
  async around<T>({ id }: { id: string }, call: () => Promise<T>): Promise<T> {
    try {
      return await this.outages.around(id, signOf, call);
    } catch (error) {
      if (error instanceof Resting) throw new TryLater(this.delayOf(id, error.restMs));
      if (error instanceof ProviderUnavailable && error.isRateLimited)
        throw new TryLater(this.delayOf(id, rateLimitMs));
      throw error;
    }
  }

  private delayOf(id: string, restMs: number): number {
    const now = Date.now();
    const last = this.groups.get(id);
    const group =
      last && last.at >= now + restMs
        ? last.size < groupSize
          ? last
          : { at: last.at + groupMs, size: 0 }
        : { at: now + restMs, size: 0 };
    if (group.at > now + longestDelayMs) return longestDelayMs;
    this.groups.set(id, { at: group.at, size: group.size + 1 });
    return group.at - now;
  }
}

const signOf = (error: unknown): OutageSign =>
  error instanceof ProviderUnavailable ? { requestedMs: error.isRateLimited ? rateLimitMs : null } : null;
