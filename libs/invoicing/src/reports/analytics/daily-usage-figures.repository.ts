import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { customerIdsWith, type CustomerTraits } from '@tollgate/subscription/reader';

/** The requested usage; null means no filter. */
export interface UsageRequest extends CustomerTraits {
  unit: 'day' | 'week' | 'month';
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  currency: string | null;
  externalSubscriptionId: string | null;
  recurring: boolean | null;
  planCode: string | null;
  metricCode: string | null;
}

export interface UsageFigure {
  /** First and last day of the period. */
  from: string;
  to: string;
  metric_code: string;
  currency: string;
  /** Numeric. */
  units: string;
  amount_cents: string;
}

/** Sums the usage of the requested days; the earliest period first. */
export async function readUsageFigures(transaction: TenantTransaction, request: UsageRequest): Promise<UsageFigure[]> {
  const { unit, externalId, type, country } = request;
  const isByCustomer = externalId !== null || type !== null || country !== null;
  const is = (column: string, value: string | boolean | null) =>
    value === null ? sql`` : sql`and ${sql.ref(column)} = ${value}`;
  const { rows } = await sql<UsageFigure>`
    select period::date::text as "from",
           (period + case ${unit} when 'day' then interval '0' when 'week' then interval '6 days' else interval '1 month -1 day' end)::date::text as "to",
           metric_code, currency, sum(units)::text as units, sum(amount_cents)::text as amount_cents
    from (
      select date_trunc(${unit}, usage_date::timestamp) as period, * from invoicing.daily_usages
      where organization_id = ${transaction.organizationId} and usage_date between ${request.from}::date and ${request.to}::date
        ${is('currency', request.currency)} ${is('external_subscription_id', request.externalSubscriptionId)}
        ${is('recurring', request.recurring)} ${is('plan_code', request.planCode)} ${is('metric_code', request.metricCode)}
        ${isByCustomer ? sql`and customer_id in (${customerIdsWith(transaction, request)})` : sql``}
    ) usage
    group by period, metric_code, currency
    order by period, metric_code, currency
  `.execute(transaction);
  return rows;
}
