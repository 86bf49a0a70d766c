import { sql, type RawBuilder } from 'kysely';
import { monthlyPrices } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** Two instants between which recurring revenue moved. */
export interface PriceSpan {
  before: Date;
  now: Date;
}

/** The sums of recurring revenue at both ends of a span in one currency, and its movements, in cents. */
export interface PriceMovements {
  currency: string;
  amount: bigint;
  former: bigint;
  new: bigint;
  reactivation: bigint;
  expansion: bigint;
  contraction: bigint;
  churn: bigint;
}

/**
 * SQL for the monthly recurring revenue of each customer and currency just before two instants, in whole cents, with the
 * kind of its movement. It adds up the monthly prices of subscriptions that had started and not ended by then. Plans have
 * the prices of now.
 */
export const priceChanges = (
  transaction: TenantTransaction,
  { before, now }: PriceSpan,
): RawBuilder<{ customer_id: string; currency: string; amount: bigint; former: bigint; movement: string }> => sql`
  select customer_id, currency, amount, former, case
      when amount = former then 'unchanged'
      when former = 0 then case when was_known then 'reactivation' else 'new' end
      when amount = 0 then 'churn'
      when amount > former then 'expansion'
      else 'contraction' end as movement
  from (
    select subscription.customer_id, price.currency,
           ${levelAt(now)} as amount, ${levelAt(before)} as former, bool_or(subscription.started_at < ${before}) as was_known
    from subscription.subscriptions subscription
    join (${monthlyPrices(transaction)}) price on price.plan_id = subscription.plan_id and price.amount > 0
    where subscription.organization_id = ${transaction.organizationId}
      and subscription.status in ('active', 'terminated') and subscription.started_at < ${now}
    group by subscription.customer_id, price.currency
  ) level where amount > 0 or former > 0`;

const levelAt = (instant: Date) => sql`coalesce(round(sum(price.amount) filter (
  where subscription.started_at < ${instant}
    and (subscription.terminated_at is null or subscription.terminated_at >= ${instant}))), 0)::bigint`;

/** Reads the movements of recurring revenue in a span by currency, in one statement (customers, section 12.3). */
export async function readPriceMovements(transaction: TenantTransaction, span: PriceSpan): Promise<PriceMovements[]> {
  const moved = (kind: string) =>
    sql`coalesce(sum(amount - former) filter (where movement = ${kind}), 0)::bigint as ${sql.ref(kind)}`;
  const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'].map(moved);
  const { rows } = await sql<PriceMovements>`
    select currency, sum(amount)::bigint as amount, sum(former)::bigint as former, ${sql.join(kinds)}
    from (${priceChanges(transaction, span)}) change group by currency order by currency`.execute(transaction);
  return rows;
}
