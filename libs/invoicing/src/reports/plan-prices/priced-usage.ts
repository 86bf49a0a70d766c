import type { ChargeView, PlanView } from '@tollgate/catalog/reader';
import { required, ValidationFailed, type Instant, type TenantTransaction } from '@tollgate/platform';
import { DAY, runningPeriod, type PeriodHistory } from '@tollgate/rating';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import type { Payer } from '../../model/line-items/payer.js';
import type { RatedPeriod } from '../../model/rated-charges/rated-charge.js';

/** A subscription whose usage of one billing period is priced. */
export interface PricedConsumer {
  payer: Pick<Payer, 'subscription' | 'customer'>;
  period: RatedPeriod;
  /** Whether the period is the running one. */
  isRunning: boolean;
}

const longestPeriod = 366 * DAY;

/** The earliest instant (Unix ms) of which billed periods matter, some periods before now. */
export const historySince = (periodsAgo: number, now: Instant): Instant => now - (periodsAgo + 1) * longestPeriod;

/**
 * A billing period of a subscription; null for one before its start.
 * @param periodsAgo 0 is the running one
 */
export function periodBefore(
  { subscription, customer }: Pick<Payer, 'subscription' | 'customer'>,
  history: PeriodHistory,
  periodsAgo: number,
  now: Instant,
): RatedPeriod | null {
  const { agreement } = subscription;
  const periodAt = (at: Instant) => runningPeriod(agreement, at, customer.timezone, history);
  let period = periodAt(now);
  for (let earlier = 0; earlier < periodsAgo; earlier++) {
    if (period.from <= agreement.startedAt) return null;
    period = periodAt(period.from - 1);
  }
  return { ...period, timezone: customer.timezone, endedByUpgrade: false };
}

/** The same for one subscription. @throws ValidationFailed for a period before its start */
export async function pastPeriod(
  transaction: TenantTransaction,
  payer: Payer,
  periodsAgo: number,
  now: Instant,
): Promise<RatedPeriod> {
  const { subscription } = payer;
  const histories = await readPeriodHistories(transaction, [{ subscription, since: historySince(periodsAgo, now) }]);
  const history = required(histories, subscription.id, 'period history');
  const period = periodBefore(payer, history, periodsAgo, now);
  if (!period) throw new ValidationFailed({ periods_ago: ['period_before_start'] });
  return period;
}

/**
 * The charges of a plan. One with the code and the metric of a charge of the subscription stands for that one: it carries
 * on the units that were billed (metering, section 4.3).
 */
export function withIdentity(plan: PlanView, own: PlanView): ChargeView[] {
  const known = new Map(own.charges.map((charge) => [`${charge.metric.id} ${charge.code}`, charge]));
  return plan.charges.map((charge) => {
    const same = known.get(`${charge.metric.id} ${charge.code}`);
    return same ? { ...charge, id: same.id, parentId: same.parentId, retainedIds: same.retainedIds } : charge;
  });
}
