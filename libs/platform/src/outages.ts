/** The rests of a system outside, after calls that it did not answer. */
export interface OutageRules {
  /** The failures in a row after which a rest begins. */
  failures: number;
  /** The first rest and the longest one, in ms. A failed try after a rest doubles it. */
  firstRestMs: number;
  longestRestMs: number;
}

/** The meaning of an error: the system is unavailable, or requests a rest in ms. Null: it has answered. */
export type OutageSign = { requestedMs: number | null } | null;

/** No call was made, because the system rests. */
export class Resting extends Error {
  override readonly name = 'Resting';

  /** @param restMs how long it still rests */
  constructor(readonly restMs: number) {
    super(`a call waits ${restMs} ms for a system that does not answer`);
  }
}

interface Outage {
  failures: number;
  /** The last rest, in ms; 0 before the first one. */
  restMs: number;
  /** The end of the rest, Unix ms; 0 before the first one. */
  until: number;
  isTrying: boolean;
}

/** How long other calls wait for the one that tries after a rest. */
const tryMs = 1_000;

/**
 * Outages of systems outside, by their keys, in the memory of this process: tables hold pending work. Work for a system
 * that does not answer would otherwise take the places of all other work. After a rest, one call tries alone.
 */
export class Outages {
  private readonly outages = new Map<string, Outage>();

  constructor(private readonly rules: OutageRules) {}

  /**
   * Runs a call, unless its system rests.
   * @param signOf the meaning of an error of the call
   * @throws Resting; the error of the call
   */
  async around<T>(key: string, signOf: (error: unknown) => OutageSign, call: () => Promise<T>): Promise<T> {
    const outage = this.outages.get(key);
    const restMs = outage ? outage.until - Date.now() : 0;
    if (outage && restMs > 0) throw new Resting(restMs);
    if (outage?.isTrying) throw new Resting(tryMs);
    const isTry = outage !== undefined && outage.until > 0;
    if (isTry) outage.isTrying = true;
    try {
      const answer = await call();
      this.outages.delete(key);
      return answer;
    } catch (error) {
      const sign = signOf(error);
      if (sign) this.note(key, sign, isTry);
      else this.outages.delete(key);
      throw error;
    } finally {
      if (isTry) outage.isTrying = false;
    }
  }

  private note(key: string, { requestedMs }: NonNullable<OutageSign>, isTry: boolean): void {
    const { failures, firstRestMs, longestRestMs } = this.rules;
    const outage = this.outages.get(key) ?? { failures: 0, restMs: 0, until: 0, isTrying: false };
    this.outages.set(key, outage);
    outage.failures += 1;
    if (requestedMs !== null) {
      outage.until = Math.max(outage.until, Date.now() + Math.min(requestedMs, longestRestMs));
      return;
    }
    if (outage.failures < failures && !isTry) return;
    // Calls that were under way at the beginning of a rest fail later: they do not prolong it.
    if (outage.until > Date.now()) return;
    outage.restMs = outage.restMs === 0 ? firstRestMs : Math.min(outage.restMs * 2, longestRestMs);
    outage.until = Date.now() + outage.restMs;
  }
}
