import { sql, type RawBuilder } from 'kysely';
import { duePhases, type DueInstant } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import type { TenantTransaction, Transaction, Instant } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { SubscriptionRow } from './subscriptions.repository.js';

/** The phases of subscriptions, with the status of a waiting row and the column of its due instant. */
export const phases = {
  activation: { status: 'pending', column: 'activation_at' },
  termination: { status: 'active', column: 'termination_at' },
  plan_change: { status: 'active', column: 'plan_change_at' },
  billing: { status: 'active', column: 'next_billing_at' },
  /** The end of the wait of a start for its payment; it shares this phase (subscriptions, section 10.1b). */
  finalization: { status: 'incomplete', column: 'activation_expires_at' },
  trial_end: { status: 'active', column: 'trial_end_at' },
  alert: { status: 'active', column: 'alert_at' },
} as const;
export type SubscriptionPhase = keyof typeof phases;

/**
 * Due work up to and including a phase at an instant (Unix ms): all earlier work, and earlier phases at the instant.
 */
export interface Moment {
  at: Instant;
  phase: SubscriptionPhase;
}

/** All work that is due by an instant (Unix ms). */
export const allDueBy = (at: Instant): Moment => ({ at, phase: 'alert' });

export const phaseOrder = (phase: SubscriptionPhase): number => duePhases.indexOf(phase);
const inOrder = (Object.keys(phases) as SubscriptionPhase[]).sort((a, b) => phaseOrder(a) - phaseOrder(b));

function isDue({ at, phase: last }: Moment): RawBuilder<boolean> {
  const until = new Date(at);
  const phaseConditions = inOrder.map((phase) => {
    const { status, column } = phases[phase];
    const within = sql.raw(phaseOrder(phase) <= phaseOrder(last) ? '<=' : '<');
    return sql`(status = ${status} and ${sql.ref(column)} ${within} ${until})`;
  });
  return sql<boolean>`(${sql.join(phaseConditions, sql` or `)})`;
}

// Failed work is retried later, and then waits for an operator.
const delayedCustomers = sql`select customer_id from subscription.due_failures where retry_at > now()`;

/** The earliest due instant of each phase for an organization, without delayed work. */
export async function earliestDue(transaction: TenantTransaction): Promise<DueInstant[]> {
  const { rows } = await sql<Record<SubscriptionPhase, Date | null>>`
    select min(activation_at) filter (where status = 'pending') as activation,
           min(termination_at) filter (where status = 'active') as termination,
           min(plan_change_at) filter (where status = 'active') as plan_change,
           min(next_billing_at) filter (where status = 'active') as billing,
           min(activation_expires_at) filter (where status = 'incomplete') as finalization,
           min(trial_end_at) filter (where status = 'active') as trial_end,
           min(alert_at) filter (where status = 'active') as alert
    from subscription.subscriptions
    where organization_id = ${transaction.organizationId} and status in ('pending', 'active', 'incomplete') and customer_id not in (${delayedCustomers})
  `.execute(transaction);
  return inOrder.flatMap((phase) => {
    const at = rows[0]?.[phase];
    return at ? [{ phase, at: at.getTime() }] : [];
  });
}

/** Organizations that follow the wall clock and have something due in a phase. */
export async function organizationsWithDueWork(
  transaction: Transaction,
  phase: SubscriptionPhase,
  until: Date,
): Promise<string[]> {
  const { status, column } = phases[phase];
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('organization_id')
    .distinct()
    .where('status', '=', status)
    .where(column, '<=', until)
    .where(sql<boolean>`customer_id not in (${delayedCustomers})`)
    .where(sql<boolean>`${sql.raw(followsWallClock('subscription.subscriptions.organization_id'))}`)
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}

/** The oldest due instant of each phase, of organizations on the wall clock; without delayed work. */
export async function oldestDue(transaction: Transaction, now: Date): Promise<Map<SubscriptionPhase, Date>> {
  const oldestByPhase = new Map<SubscriptionPhase, Date>();
  for (const phase of inOrder) {
    const { status, column } = phases[phase];
    const { rows } = await sql<{ at: Date }>`
      select ${sql.ref(column)} as at from subscription.subscriptions
      where status = ${sql.lit(status)} and ${sql.ref(column)} <= ${now} and customer_id not in (${delayedCustomers})
        and ${sql.raw(followsWallClock('subscription.subscriptions.organization_id'))}
      order by ${sql.ref(column)} limit 1
    `.execute(transaction);
    if (rows[0]) oldestByPhase.set(phase, rows[0].at);
  }
  return oldestByPhase;
}

/** Customers with due work in a phase, oldest first, at most `limit`; without delayed ones. */
export async function customersWithDueWork(
  transaction: TenantTransaction,
  { at, phase }: Moment,
  limit: number,
): Promise<string[]> {
  const { status, column } = phases[phase];
  const dueSubscriptions = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('customer_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', status)
    .where(column, '<=', new Date(at))
    .where(sql<boolean>`customer_id not in (${delayedCustomers})`)
    .orderBy(column)
    .limit(limit);
  return (await dueSubscriptions.execute())
    .map((row) => row.customer_id)
    .filter((id, index, all) => all.indexOf(id) === index);
}

/** Selects the subscriptions of a change. */
export interface ConcernedSubscriptions {
  externalId?: string;
  customerId?: string;
  planIds?: string[];
}

/** Customers of subscriptions with due work. */
export async function customersToCatchUp(
  transaction: TenantTransaction,
  concerned: ConcernedSubscriptions,
  moment: Moment,
): Promise<string[]> {
  let query = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('customer_id')
    .distinct()
    .where('organization_id', '=', transaction.organizationId)
    .where(isDue(moment));
  if (concerned.externalId !== undefined) query = query.where('external_id', '=', concerned.externalId);
  if (concerned.customerId !== undefined) query = query.where('customer_id', '=', concerned.customerId);
  if (concerned.planIds !== undefined) query = query.where(sql<boolean>`plan_id = any(${concerned.planIds}::uuid[])`);
  return (await query.execute()).map((row) => row.customer_id);
}

/** Locks due subscriptions of customers; excludes work that another run has finished in the meantime. */
export async function lockDue(
  transaction: TenantTransaction,
  customerIds: string[],
  moment: Moment,
): Promise<SubscriptionRow[]> {
  return tables(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where(isDue(moment))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Sets the next billing days of many subscriptions at once. */
export async function setNextBilling(
  transaction: TenantTransaction,
  changes: { id: string; at: Date }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update subscription.subscriptions subscription set next_billing_at = change.at
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ at }) => at.toISOString())}::timestamptz[]) as change(id, at)
    where subscription.id = change.id
  `.execute(transaction);
}
