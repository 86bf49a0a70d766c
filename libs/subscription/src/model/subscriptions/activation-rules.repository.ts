import type { Selectable } from 'kysely';
import { groupBy, insertRows, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { ActivationRulesTable } from './activation-rules.tables.js';
import { tables } from '../subscription.tables.js';

export type ActivationRuleRow = Selectable<ActivationRulesTable>;

/** An activation rule of a request (subscriptions, section 3.5). */
export interface RequestedRule {
  type: 'payment';
  /** 0: the start waits without end. */
  timeoutHours: number;
}

/** The activation rules of subscriptions, by subscription. */
export async function activationRulesOf(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, ActivationRuleRow[]>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.activation_rules')
    .selectAll()
    .where('subscription_id', 'in', subscriptionIds)
    .orderBy('id')
    .execute();
  return groupBy(rows, (row) => row.subscription_id);
}

/** Replaces the activation rules of a subscription that has not started. */
export async function replaceActivationRules(
  transaction: TenantTransaction,
  subscriptionId: string,
  rules: RequestedRule[],
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.activation_rules')
    .where('subscription_id', '=', subscriptionId)
    .execute();
  await insertActivationRules(transaction, subscriptionId, rules, now);
}

/** Stores the activation rules of a new subscription; they do nothing before its start. */
export async function insertActivationRules(
  transaction: TenantTransaction,
  subscriptionId: string,
  rules: RequestedRule[],
  now: Instant,
): Promise<void> {
  const at = new Date(now);
  await insertRows(
    transaction,
    'subscription.activation_rules',
    rules.map(({ type, timeoutHours }) => ({
      id: newId(),
      organization_id: transaction.organizationId,
      subscription_id: subscriptionId,
      type,
      timeout_hours: timeoutHours,
      status: 'inactive' as const,
      expires_at: null,
      created_at: at,
      updated_at: at,
    })),
  );
}

/** Moves the rules of a subscription from one status to another; others stay. */
export async function moveActivationRules(
  transaction: TenantTransaction,
  subscriptionId: string,
  [from, to]: [ActivationRuleRow['status'], ActivationRuleRow['status']],
  { now, ...changes }: { now: Instant; expires_at?: Date | null },
): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.activation_rules')
    .set({ status: to, ...changes, updated_at: new Date(now) })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', from)
    .execute();
}
