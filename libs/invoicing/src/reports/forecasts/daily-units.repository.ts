import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** The usage of a metric that a day added to its billing period. */
export interface DayUnits {
  /** `YYYY-MM-DD`, in the time zone of the customer. */
  date: string;
  metricCode: string;
  /** Numeric. */
  units: string;
  amountCents: string;
}

/**
 * Reads the stored days of a customer's subscriptions (customers, section 12.2), the earliest first.
 * @param from, through both included
 */
export async function readDayUnits(
  transaction: TenantTransaction,
  { subscriptionIds, customerId }: { subscriptionIds: string[]; customerId: string },
  from: string,
  through: string,
): Promise<DayUnits[]> {
  const { rows } = await sql<DayUnits>`
    select usage_date::text as date, metric_code as "metricCode", sum(units)::text as units,
           sum(amount_cents)::text as "amountCents"
    from invoicing.daily_usages
    where organization_id = ${transaction.organizationId} and subscription_id = any(${subscriptionIds}::uuid[])
      and customer_id = ${customerId} and usage_date between ${from}::date and ${through}::date
    group by usage_date, metric_code order by usage_date, metric_code
  `.execute(transaction);
  return rows;
}
