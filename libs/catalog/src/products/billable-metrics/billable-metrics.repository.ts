import { type BillableMetricFilters, type SortsOf } from '@tollgate/contracts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import {
  instantKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { MetricFilterView } from '../../views.js';
import type { BillableMetricsTable } from '../../model/tables/billable-metrics.tables.js';

export type BillableMetricRow = Selectable<BillableMetricsTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertMetric(
  transaction: TenantTransaction,
  row: Insertable<BillableMetricsTable>,
): Promise<BillableMetricRow> {
  return tables(transaction)
    .insertInto('catalog.billable_metrics')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A live metric by its code.
 * @param lock changes take it, because they reach into the charges of the metric
 */
export async function findMetricByCode(
  transaction: TenantTransaction,
  code: string,
  lock?: 'update',
): Promise<BillableMetricRow | undefined> {
  const query = live(transaction).selectAll().where('code', '=', code);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Metrics by their ids, deleted ones too. */
export async function findMetricsById(transaction: TenantTransaction, ids: string[]): Promise<BillableMetricRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
}

/**
 * Live metrics by their ids. Under a lock a concurrent deletion of the metric or of one of
 * its filters waits until the charge is written.
 */
export async function liveMetrics(
  transaction: TenantTransaction,
  ids: string[],
  lock: 'share' | 'none' = 'share',
): Promise<BillableMetricRow[]> {
  if (ids.length === 0) return [];
  const query = live(transaction).selectAll().where('id', 'in', ids).orderBy('id');
  return (lock === 'share' ? query.forShare() : query).execute();
}

export async function updateMetric(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<BillableMetricsTable>,
): Promise<BillableMetricRow> {
  return tables(transaction)
    .updateTable('catalog.billable_metrics')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const list = listForm<SortsOf<BillableMetricFilters>>({
  updated: 'updated_at',
  keys: { created_at: instantKey('created_at'), name: nameKey('name'), code: nameKey('code') },
  order: newestFirst,
  searched: ['name', 'code', 'description'],
});

/** The metrics that match the filters of a list, unordered. */
export const metricsFound = (transaction: TenantTransaction, filters: BillableMetricFilters) =>
  narrowed(live(transaction).selectAll(), list, filters);

/** One page of metrics, newest first (catalog, section 1.6). */
export async function listMetrics(transaction: TenantTransaction, filters: BillableMetricFilters) {
  return readList(transaction, metricsFound(transaction, filters), list, filters);
}

/** Selects the plans that are not deleted and have a live charge of a metric, copies for subscriptions too. */
export const plansOfMetric = (transaction: TenantTransaction, metricId: string) =>
  tables(transaction)
    .selectFrom('catalog.charges as charge')
    .innerJoin('catalog.plans as plan', 'plan.id', 'charge.plan_id')
    .where('charge.billable_metric_id', '=', metricId)
    .where('charge.deleted_at', 'is', null)
    .where('plan.deleted_at', 'is', null);

/** Whether a live charge of a plan that is not deleted uses a metric. */
export async function isMetricInUse(transaction: TenantTransaction, metricId: string): Promise<boolean> {
  const row = await plansOfMetric(transaction, metricId).select('charge.id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The number of plans that have a charge of a metric, without copies for subscriptions. */
export async function countPlansOfMetric(transaction: TenantTransaction, metricId: string): Promise<number> {
  const { plans } = await plansOfMetric(transaction, metricId)
    .select(({ fn }) => fn.count<bigint>('plan.id').distinct().as('plans'))
    .where('plan.parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(plans);
}

/** Filters of metrics, by metric, sorted by key and value. */
export async function readMetricFilterRows(
  transaction: TenantTransaction,
  metricIds: string[],
): Promise<Map<string, MetricFilterView[]>> {
  const byMetric = new Map<string, MetricFilterView[]>(metricIds.map((id) => [id, []]));
  if (metricIds.length === 0) return byMetric;
  const rows = await tables(transaction)
    .selectFrom('catalog.billable_metric_filters')
    .select(['billable_metric_id', 'key', 'values'])
    .where('billable_metric_id', 'in', metricIds)
    .execute();
  for (const { billable_metric_id: id, key, values } of rows) byMetric.get(id)?.push({ key, values });
  return new Map([...byMetric].map(([id, filters]) => [id, inOrder(filters)]));
}

/** Filters by key. */
export const byKey = (filters: MetricFilterView[]): MetricFilterView[] =>
  filters.toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Filters by key, the values of each in order (catalog, section 1.6). */
export const inOrder = (filters: MetricFilterView[]): MetricFilterView[] =>
  byKey(filters).map(({ key, values }) => ({ key, values: values.toSorted() }));

/** Replaces the filters of a metric. */
export async function replaceMetricFilters(
  transaction: TenantTransaction,
  { id, organization_id }: BillableMetricRow,
  filters: MetricFilterView[],
): Promise<void> {
  await tables(transaction)
    .deleteFrom('catalog.billable_metric_filters')
    .where('billable_metric_id', '=', id)
    .execute();
  if (filters.length === 0) return;
  await tables(transaction)
    .insertInto('catalog.billable_metric_filters')
    .values(filters.map(({ key, values }) => ({ organization_id, billable_metric_id: id, key, values })))
    .execute();
}
