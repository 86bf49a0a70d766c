import type { Instant } from '@tollgate/platform';
import { nextTopUp, startOfLocalDay } from '@tollgate/rating';
import type { RuleRow } from '../rules/recurring-rules.repository.js';
import type { WalletRow } from '../wallets/wallets.repository.js';

type Scheduled = Pick<RuleRow, 'trigger' | 'interval' | 'started_at'>;

/** The next top-up of a rule, and the time zone of its computation; null for a threshold rule. */
export type Schedule = Pick<RuleRow, 'next_at' | 'timezone'>;

/** Schedules the first top-up of a rule after a write or a change of its time zone: today still counts. */
export function firstSchedule(rule: Scheduled, wallet: WalletRow, timezone: string, now: Instant): Schedule {
  const next = scheduleAfter(rule, wallet, timezone, startOfLocalDay(now, timezone) - 1);
  if (next.next_at !== null && next.next_at.getTime() < now) return { ...next, next_at: new Date(now) };
  return next;
}

/** Schedules the next top-up of a rule after an instant. */
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
