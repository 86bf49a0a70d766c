import { sql } from 'kysely';
import type { DueInstant } from '@tollgate/contracts';
import { followsWallClock } from '@tollgate/identity/reader';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { SubscriptionTables } from '../subscription.tables.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';

/** The phases of subscriptions, with the status that a row has while it waits and the column that says until when. */
export const phases = {
  activation: { status: 'pending', column: 'activation_at' },
  termination: { status: 'active', column: 'termination_at' },
  plan_change: { status: 'active', column: 'plan_change_at' },
  billing: { status: 'active', column: 'next_billing_at' },
  trial_end: { status: 'active', column: 'trial_end_at' },
  alert: { status: 'active', column: 'alert_at' },
} as const;
export type SubscriptionPhase = keyof typeof phases;

const tables = (transaction: Transaction) => tablesOf<SubscriptionTables>(transaction);

/** The earliest due instant of each phase for an organization. */
export async function earliestDue(transaction: Transaction, organizationId: string): Promise<DueInstant[]> {
  const { rows } = await sql<Record<SubscriptionPhase, Date | null>>`
    select min(activation_at) filter (where status = 'pending') as activation,
           min(termination_at) filter (where status = 'active') as termination,
           min(plan_change_at) filter (where status = 'active') as plan_change,
           min(next_billing_at) filter (where status = 'active') as billing,
           min(trial_end_at) filter (where status = 'active') as trial_end,
           min(alert_at) filter (where status = 'active') as alert
    from subscription.subscriptions where organization_id = ${organizationId} and status in ('pending', 'active')
  `.execute(transaction);
  return (Object.keys(phases) as SubscriptionPhase[]).flatMap((phase) => {
    const at = rows[0]?.[phase];
    return at ? [{ phase, at: at.getTime() }] : [];
  });
}

/** Organizations that follow the wall clock and have something due in a phase. */
export async function organizationsWithDueWork(transaction: Transaction, phase: SubscriptionPhase, until: Date): Promise<string[]> {
  const { status, column } = phases[phase];
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('organization_id')
    .distinct()
    .where('status', '=', status)
    .where(column, '<=', until)
    .where(sql<boolean>`${sql.raw(followsWallClock('subscription.subscriptions.organization_id'))}`)
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}

/** Due subscriptions, oldest first, locked; those that another run is at are left to it. */
export async function lockDue(
  transaction: Transaction,
  organizationId: string,
  phase: SubscriptionPhase,
  until: Date,
  limit: number,
): Promise<SubscriptionRow[]> {
  const { status, column } = phases[phase];
  return tables(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', status)
    .where(column, '<=', until)
    .orderBy(column)
    .orderBy('customer_id')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Sets the next billing days of many subscriptions at once. */
export async function setNextBilling(transaction: Transaction, changes: { id: string; at: Date }[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update subscription.subscriptions subscription set next_billing_at = change.at
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ at }) => at.toISOString())}::timestamptz[]) as change(id, at)
    where subscription.id = change.id
  `.execute(transaction);
}
