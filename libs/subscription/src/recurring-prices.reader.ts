import { sql, type RawBuilder } from 'kysely';
import { monthlyPrices } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from './model/subscription.tables.js';

/**
 * SQL for the monthly recurring revenue of each customer and currency just before an instant, in whole cents. It adds up
 * the monthly prices of subscriptions that had started and not ended by then. Plans have the prices of now.
 */
export const recurringPrices = (
  transaction: TenantTransaction,
  before: Date,
): RawBuilder<{ customer_id: string; currency: string; amount_cents: bigint }> => sql`
  select subscription.customer_id, price.currency, round(sum(price.amount))::bigint as amount_cents
  from subscription.subscriptions subscription
  join (${monthlyPrices(transaction)}) price on price.plan_id = subscription.plan_id
  where subscription.organization_id = ${transaction.organizationId}
    and subscription.status in ('active', 'terminated')
    and subscription.started_at < ${before}
    and (subscription.terminated_at is null or subscription.terminated_at >= ${before})
  group by subscription.customer_id, price.currency
  having round(sum(price.amount)) > 0`;

/** When the first subscription of an organization started; null before. */
export async function firstStart(transaction: TenantTransaction): Promise<Date | null> {
  const first = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(({ fn }) => fn.min('started_at').as('at'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', ['active', 'terminated'])
    .executeTakeFirst();
  return first?.at ?? null;
}
