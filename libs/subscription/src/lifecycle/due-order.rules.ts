import { groupBy, type Instant } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import {
  phaseOrder,
  phases,
  type Moment,
  type SubscriptionPhase,
} from '../model/subscriptions/due-subscriptions.repository.js';
import type { SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';

/** The next due step of a customer: one phase at one instant (Unix ms), for all its subscriptions due then. */
export interface DueStep {
  at: Instant;
  phase: SubscriptionPhase;
  rows: SubscriptionRow[];
}

/** The earliest step of each customer, among the steps due by a moment (subscriptions, section 10.1b). */
export function nextSteps(rows: SubscriptionRow[], moment: Moment): DueStep[] {
  return [...groupBy(rows, (row) => row.customer_id).values()].flatMap((customerRows) => {
    const dueSteps = customerRows.flatMap((row) => dueOf(row, moment).map((step) => ({ ...step, row })));
    dueSteps.sort((a, b) => a.at - b.at || phaseOrder(a.phase) - phaseOrder(b.phase));
    const first = dueSteps[0];
    if (!first) return [];
    return [
      {
        at: first.at,
        phase: first.phase,
        rows: dueSteps.filter(({ at, phase }) => at === first.at && phase === first.phase).map(({ row }) => row),
      },
    ];
  });
}

function dueOf(row: SubscriptionRow, { at: until, phase: last }: Moment): { at: Instant; phase: SubscriptionPhase }[] {
  return (Object.keys(phases) as SubscriptionPhase[]).flatMap((phase) => {
    const { status, column } = phases[phase];
    const at = row[column]?.getTime();
    if (row.status !== status || at === undefined) return [];
    return at < until || (at === until && phaseOrder(phase) <= phaseOrder(last)) ? [{ at, phase }] : [];
  });
}

/** On its last day, only the termination bills a subscription (subscriptions, section 2.2, point 3). */
export function endsOnBillingDay(
  row: Pick<SubscriptionRow, 'ending_at' | 'next_billing_at'>,
  timezone: string,
): boolean {
  if (!row.ending_at || !row.next_billing_at) return false;
  return localDate(row.ending_at.getTime(), timezone) === localDate(row.next_billing_at.getTime(), timezone);
}
