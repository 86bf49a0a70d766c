import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { CatalogTables } from '../catalog.tables.js';

/** What is told of a charge that was billed, even when it is gone. */
export interface BilledChargeView {
  id: string;
  code: string;
  chargeModel: string;
  invoiceDisplayName: string | null;
  metricId: string;
}

/** Charges by their ids, deleted ones too. */
export async function readBilledCharges(transaction: Transaction, organizationId: string, ids: string[]): Promise<Map<string, BilledChargeView>> {
  if (ids.length === 0) return new Map();
  const rows = await tablesOf<CatalogTables>(transaction)
    .selectFrom('catalog.charges')
    .select(['id', 'code', 'charge_model', 'invoice_display_name', 'billable_metric_id'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, code: row.code, chargeModel: row.charge_model, invoiceDisplayName: row.invoice_display_name, metricId: row.billable_metric_id },
    ]),
  );
}

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
