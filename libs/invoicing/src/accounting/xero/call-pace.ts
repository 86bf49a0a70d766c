import { Injectable } from '@nestjs/common';
import { LedgerBusy } from '../ledger/accounting-system.js';

const minuteMs = 60_000;
/** Xero takes 60 calls a minute of an organization; other clients of it need some. */
const callsInMinute = 55;

/** Keeps the calls of a connection below Xero's limit, as far as this process makes them. */
@Injectable()
export class CallPace {
  private readonly calls = new Map<string, number[]>();

  /** Counts a call. @throws LedgerBusy when it would be one too many */
  count(connectionId: string, now = Date.now()): void {
    const recent = (this.calls.get(connectionId) ?? []).filter((at) => at > now - minuteMs);
    this.calls.set(connectionId, recent);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= callsInMinute) throw new LedgerBusy(oldest + minuteMs - now);
    recent.push(now);
    if (this.calls.size > 1000) this.evictIdle(now);
  }

  private evictIdle(now: number): void {
    for (const [id, calls] of this.calls) if ((calls.at(-1) ?? 0) <= now - minuteMs) this.calls.delete(id);
  }
}
