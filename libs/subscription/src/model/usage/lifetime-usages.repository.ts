import type { Selectable } from 'kysely';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import type { LifetimeUsagesTable } from './lifetime-usages.tables.js';

export type LifetimeUsageRow = Selectable<LifetimeUsagesTable>;

/** Moves the predecessor's record to an activated subscription, or creates one (subscriptions, section 10.2). */
export async function openLifetimeUsage(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<void> {
  const at = new Date(now);
  if (row.previous_subscription_id) {
    const moved = await tables(transaction)
      .updateTable('subscription.lifetime_usages')
      .set({ subscription_id: row.id, updated_at: at })
      .where('subscription_id', '=', row.previous_subscription_id)
      .executeTakeFirst();
    if (moved.numUpdatedRows > 0n) return;
  }
  await tables(transaction)
    .insertInto('subscription.lifetime_usages')
    .values({
      id: newId(),
      organization_id: row.organization_id,
      subscription_id: row.id,
      external_historical_usage_amount_cents: 0n,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('subscription_id').doNothing())
    .execute();
}

export async function lifetimeUsageOf(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<LifetimeUsageRow | undefined> {
  return tables(transaction)
    .selectFrom('subscription.lifetime_usages')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

export async function setHistoricalUsage(
  transaction: TenantTransaction,
  id: string,
  amountCents: bigint,
  now: Instant,
): Promise<LifetimeUsageRow> {
  return tables(transaction)
    .updateTable('subscription.lifetime_usages')
    .set({ external_historical_usage_amount_cents: amountCents, updated_at: new Date(now) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
