import type { Instant } from '@tollgate/platform';
import { nextTopUp, startOfLocalDay } from '@tollgate/rating';
import type { RuleRow } from '../repositories/recurring-rules.repository.js';
import type { WalletRow } from '../repositories/wallets.repository.js';

type Scheduled = Pick<RuleRow, 'trigger' | 'interval' | 'started_at'>;

/** When a rule tops up next, and in which time zone that was computed; never for one that waits for a threshold. */
export type Schedule = Pick<RuleRow, 'next_at' | 'timezone'>;

/** The first top-up of a rule that is written, or whose time zone is another, now: today still counts. */
export function firstSchedule(rule: Scheduled, wallet: WalletRow, timezone: string, now: Instant): Schedule {
  const next = scheduleAfter(rule, wallet, timezone, startOfLocalDay(now, timezone) - 1);
  if (next.next_at !== null && next.next_at.getTime() < now) return { ...next, next_at: new Date(now) };
  return next;
}

/** The next top-up of a rule behind an instant. */
export function scheduleAfter(rule: Scheduled, wallet: WalletRow, timezone: string, after: number): Schedule {
  if (rule.trigger !== 'interval' || rule.interval === null) return { next_at: null, timezone: null };
  const at = nextTopUp(
    {
      interval: rule.interval,
      startedAt: rule.started_at?.getTime() ?? null,
      walletCreatedAt: wallet.created_at.getTime(),
      timezone,
    },
    after,
  );
  return { next_at: new Date(at), timezone };
}
