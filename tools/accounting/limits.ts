/** The limits of Xero for an organization: a minute, a day, and calls at once. */
export interface Limits {
  minute: number;
  day: number;
  concurrent: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Counts the calls of one organization. */
export class CallLimits {
  limits: Limits = { minute: 60, day: 5_000, concurrent: 5 };
  /** The most calls at once so far. */
  mostAtOnce = 0;
  total = 0;
  private recent: number[] = [];
  private underWay = 0;

  /** Begins a call. @returns the exceeded limit with its wait in seconds; null if the call may run */
  begin(now = Date.now()): { problem: keyof Limits; waitSeconds: number | null } | null {
    this.total += 1;
    this.recent = this.recent.filter((at) => at > now - dayMs);
    const inMinute = this.recent.filter((at) => at > now - minuteMs);
    if (this.underWay >= this.limits.concurrent) return { problem: 'concurrent', waitSeconds: null };
    const waitUntil = (at: number | undefined, span: number) => Math.ceil(((at ?? now) + span - now) / 1000);
    if (inMinute.length >= this.limits.minute)
      return { problem: 'minute', waitSeconds: waitUntil(inMinute[0], minuteMs) };
    if (this.recent.length >= this.limits.day) return { problem: 'day', waitSeconds: waitUntil(this.recent[0], dayMs) };
    this.recent.push(now);
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    return null;
  }

  end(): void {
    this.underWay -= 1;
  }
}
