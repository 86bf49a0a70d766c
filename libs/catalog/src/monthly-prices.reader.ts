import { sql, type RawBuilder } from 'kysely';
import { intervals } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal, monthlyPrice } from '@tollgate/rating';

/** The prices of a plan over a year of 12 months have an exact factor for every interval. */
const factors = intervals.map((interval) => [interval, monthlyPrice(interval, new Decimal(12)).toString()] as const);

/** SQL for the monthly price of each plan, of deleted ones too: its id, its currency and the exact cents. */
export const monthlyPrices = (
  transaction: TenantTransaction,
): RawBuilder<{ plan_id: string; currency: string; amount: string }> => sql`
  select plan.id as plan_id, plan.amount_currency as currency, plan.amount_cents * factor.of_year / 12 as amount
  from catalog.plans plan
  join (values ${sql.join(factors.map(([interval, factor]) => sql`(${sql.lit(interval)}, ${sql.lit(factor)}::numeric)`))})
    factor (interval, of_year) on factor.interval = plan.interval
  where plan.organization_id = ${transaction.organizationId}`;
