import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { CatalogTables } from '../catalog.tables.js';

/** Which plans charge one of these metrics in advance, told as pairs of the metric's code and the plan. */
export async function plansPaidInAdvance(transaction: Transaction, organizationId: string, codes: string[]): Promise<{ code: string; planId: string }[]> {
  const rows = await tablesOf<CatalogTables>(transaction)
    .selectFrom('catalog.charges as charge')
    .innerJoin('catalog.billable_metrics as metric', 'metric.id', 'charge.billable_metric_id')
    .select(['metric.code', 'charge.plan_id'])
    .distinct()
    .where('metric.organization_id', '=', organizationId)
    .where(sql<boolean>`metric.code = any(${codes}::text[])`)
    .where('metric.deleted_at', 'is', null)
    .where('charge.deleted_at', 'is', null)
    .where('charge.pay_in_advance', '=', true)
    .execute();
  return rows.map((row) => ({ code: row.code, planId: row.plan_id }));
}
