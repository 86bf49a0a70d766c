import type { PlanView } from '@tollgate/catalog/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { HOUR } from '@tollgate/rating';
import { neverDue } from '../model/agreement/schedule.js';
import { trialOf } from '../model/agreement/trial.js';
import {
  activationRulesOf,
  moveActivationRules,
  type ActivationRuleRow,
} from '../model/subscriptions/activation-rules.repository.js';
import { customersByIds } from '../model/customers/customers.repository.js';
import { updateSubscription, type SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';
import { openQuantityHistory } from '../model/units/quantity-history.js';
import { endOfWait, waitsForPayment } from './waiting-start.rules.js';

/** The start of a subscription; Unix milliseconds. */
interface Start {
  timezone: string;
  now: Instant;
  /** Absent: now. */
  startedAt?: Instant;
}

type Starting = Pick<SubscriptionRow, 'organization_id' | 'customer_id' | 'external_id'>;

/** Whether a subscription with rules waits for its payment when it starts (subscriptions, section 3.5). */
export async function isToWait(
  transaction: TenantTransaction,
  row: Starting,
  plan: PlanView,
  rules: readonly unknown[],
  { now, startedAt = now }: Omit<Start, 'timezone'>,
): Promise<boolean> {
  if (rules.length === 0) return false;
  const [customer] = await customersByIds(transaction, [row.customer_id]);
  const start = new Date(startedAt);
  const trial = await trialOf(transaction, { ...row, started_at: start, subscription_at: start }, plan);
  return waitsForPayment(rules, plan, trial, { isPartner: customer?.account_type === 'partner', now });
}

/**
 * Begins the wait of a pending subscription for its payment, if it has rules that apply. The caller requests its
 * invoice. Rules that do not apply are marked so.
 * @returns the waiting subscription; null if it starts at once
 */
export async function beginWaitIfRuled(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  start: Start,
): Promise<SubscriptionRow | null> {
  const rules = (await activationRulesOf(transaction, [row.id])).get(row.id) ?? [];
  if (rules.length === 0) return null;
  if (await isToWait(transaction, row, plan, rules, start)) return beginWait(transaction, row, rules, start);
  await moveActivationRules(transaction, row.id, ['inactive', 'not_applicable'], { now: start.now });
  return null;
}

async function beginWait(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  rules: ActivationRuleRow[],
  { timezone, now, startedAt = now }: Start,
): Promise<SubscriptionRow> {
  const expiresAt = endOfWait(rules, now);
  const waiting = await updateSubscription(transaction, row.id, {
    status: 'incomplete',
    started_at: new Date(startedAt),
    start_timezone: timezone,
    ...neverDue,
    activation_expires_at: expiresAt,
    updated_at: new Date(now),
  });
  await moveActivationRules(transaction, row.id, ['inactive', 'pending'], { now, expires_at: expiresAt });
  await openQuantityHistory(transaction, waiting, now);
  await transaction.append('subscription.incomplete', row.customer_id, { subscription_id: row.id }, now);
  return waiting;
}

/**
 * Requests the end of a wait, unless its invoice is paid already: invoicing decides that, and its message follows
 * (subscriptions, section 3.5). Until then the request is repeated every hour.
 * @param at the end of the wait, by which the answer is dated, Unix ms
 */
export async function callOffWait(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  reason: 'timeout' | 'ended',
  { at, now }: { at: Instant; now: Instant },
): Promise<void> {
  await updateSubscription(transaction, row.id, {
    activation_expires_at: new Date(now + HOUR),
    // If the payment came first, the subscription ends as soon as it has started.
    ...(reason === 'ended' ? { termination_at: new Date(now) } : {}),
  });
  const payload = { subscription_id: row.id, customer_id: row.customer_id, reason };
  await transaction.append('activation.called_off', row.customer_id, payload, at);
}
