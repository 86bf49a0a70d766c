import type { PlanView } from '@tollgate/catalog/reader';
import type { Instant } from '@tollgate/platform';
import { HOUR, inTrial, unbilledPeriods, type BillingSchedule, type Trial } from '@tollgate/rating';
import type { ActivationRuleRow } from '../model/subscriptions/activation-rules.repository.js';
import type { SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';

/** Whether a plan has fixed charges in advance. */
export const hasFixedChargesInAdvance = (plan: Pick<PlanView, 'fixedCharges'>): boolean =>
  plan.fixedCharges.some(({ payInAdvance }) => payInAdvance);

/**
 * Whether a start waits for its payment (subscriptions, section 3.5): if it is billed at once, and a provider may charge
 * its customer. Partners issue their invoices themselves, and no provider charges those.
 * @param now the start, Unix ms
 */
export const waitsForPayment = (
  rules: readonly unknown[],
  plan: Pick<PlanView, 'payInAdvance' | 'fixedCharges'>,
  trial: Trial | null,
  { isPartner, now }: { isPartner: boolean; now: Instant },
): boolean =>
  rules.length > 0 && !isPartner && ((plan.payInAdvance && !inTrial(trial, now)) || hasFixedChargesInAdvance(plan));

/** The end of the wait of a start at an instant (Unix ms): that of its shortest rule with one; null without any. */
export function endOfWait(rules: readonly Pick<ActivationRuleRow, 'timeout_hours'>[], now: Instant): Date | null {
  const hours = rules.map(({ timeout_hours: each }) => each).filter((each) => each > 0);
  return hours.length === 0 ? null : new Date(now + Math.min(...hours) * HOUR);
}

type Waiting = Pick<SubscriptionRow, 'started_at' | 'follows_as'>;
type Predecessor = Pick<SubscriptionRow, 'status' | 'terminated_at'>;

/**
 * The instant from which a paid start is in force, Unix ms. A subscription without predecessor starts when its wait
 * began. An upgrade starts now, when its predecessor ends. A downgrade starts on the billing day that waited with it.
 * After an earlier end of the predecessor, the new one follows that end. So usage belongs to exactly one of both.
 * @param now Unix ms
 */
export function startOfPaid(row: Waiting, predecessor: Predecessor | null, now: Instant): Instant {
  const began = row.started_at?.getTime() ?? now;
  if (!predecessor) return began;
  if (predecessor.status === 'active') return row.follows_as === 'downgrade' ? began : now;
  return Math.max(began, predecessor.terminated_at?.getTime() ?? began);
}

/** A billing day that a waiting start missed, and the next one. Unix ms. */
interface MissedBilling {
  missed: Instant;
  next: Instant;
}

/**
 * The billing day on which the running period began, if the subscription waited for its payment then; null for none
 * (subscriptions, section 3.5). @param first the first billing day after the start @param now Unix ms
 */
export function missedBilling(schedule: BillingSchedule, first: Instant, now: Instant): MissedBilling | null {
  const { due, next } = unbilledPeriods(schedule, first, now);
  const missed = due.at(-1);
  return missed === undefined ? null : { missed, next };
}
