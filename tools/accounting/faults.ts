import { z } from 'zod';

/** A fault of Xero for its next calls, of one account or of all. */
export const Fault = z.strictObject({
  /** The secret of the account; absent: every account. */
  account: z.string().optional(),
  /** Only calls with that method; absent: all, those for tokens too. */
  method: z.enum(['GET', 'POST', 'PUT']).optional(),
  /** Only calls below that path, such as `/Invoices`. */
  path: z.string().optional(),
  kind: z.enum(['status', 'cut_before', 'cut_after', 'hang', 'slow', 'garbage']),
  /** Of the kind `status`. */
  status: z.int().min(400).max(599).optional(),
  retry_after: z.int().min(0).optional(),
  /** Of the kind `slow`. */
  delay_ms: z.int().min(0).max(60_000).optional(),
  /** How many calls it spoils; absent: all until it is removed. */
  times: z.int().min(1).optional(),
});
export type Fault = z.output<typeof Fault>;

/** The faults that wait for calls. */
export class Faults {
  private waiting: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.waiting.push({ fault, left: fault.times ?? Infinity });
  }

  /** Removes the faults of an account, or all. */
  clear(account: string | null): void {
    this.waiting = account === null ? [] : this.waiting.filter(({ fault }) => fault.account !== account);
  }

  /** The fault of a call, which counts. */
  take(call: { account: string | null; method: string; path: string }): Fault | null {
    const found = this.waiting.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.account === undefined || fault.account === call.account) &&
        (fault.method === undefined || fault.method === call.method) &&
        (fault.path === undefined || call.path.startsWith(fault.path)),
    );
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }
}
