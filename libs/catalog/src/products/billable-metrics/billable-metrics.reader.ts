import { sql } from 'kysely';
import type { BillableMetric, RawInput } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { MetricFilterView, MetricView } from '../../views.js';
import { readNewMetric } from './billable-metric.input.js';
import { presentMetric, toMetricView } from './billable-metric.presenter.js';
import { byKey, findMetricsById, readMetricFilterRows } from './billable-metrics.repository.js';

/** Live metrics by their codes, in one query: ingestion reads each event with it. */
export async function readMetricsByCode(
  transaction: TenantTransaction,
  codes: string[],
): Promise<Map<string, MetricView>> {
  if (codes.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.billable_metrics as metric')
    .selectAll('metric')
    .select((expression) =>
      expression
        .selectFrom('catalog.billable_metric_filters as filter')
        .whereRef('filter.billable_metric_id', '=', 'metric.id')
        .select(
          sql<
            MetricFilterView[]
          >`coalesce(json_agg(json_build_object('key', filter.key, 'values', filter.values)), '[]')`.as('all'),
        )
        .as('filters'),
    )
    .where('metric.organization_id', '=', transaction.organizationId)
    .where('metric.code', 'in', codes)
    .where('metric.deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ filters, ...metric }) => [metric.code, toMetricView(metric, byKey(filters ?? []))]));
}

/** An expression and where its result goes; a counting metric has no field for it. */
export interface MetricExpressionView {
  code: string;
  fieldName: string | null;
  expression: string;
}

/** All expressions of an organization's live metrics, in one query. */
export async function readMetricExpressions(transaction: TenantTransaction): Promise<MetricExpressionView[]> {
  const rows = await tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .select(['code', 'field_name', 'expression'])
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null)
    .where('expression', 'is not', null)
    .where('expression', '<>', '')
    .execute();
  return rows.map((row) => ({ code: row.code, fieldName: row.field_name, expression: row.expression ?? '' }));
}

/**
 * An organization's live metrics, the instant of the last change of each by its code (Unix milliseconds), and the codes
 * that only deleted ones have.
 */
export async function readMetricCodes(
  transaction: TenantTransaction,
): Promise<{ live: MetricView[]; changedAt: Map<string, number>; deletedCodes: string[] }> {
  const rows = await tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .select(['id', 'code', 'updated_at', 'deleted_at'])
    .where('organization_id', '=', transaction.organizationId)
    .execute();
  const ofLive = rows.filter((row) => row.deleted_at === null);
  const live = await readMetrics(
    transaction,
    ofLive.map(({ id }) => id),
  );
  const codes = new Set([...live.values()].map(({ code }) => code));
  return {
    live: [...live.values()],
    changedAt: new Map(ofLive.map(({ code, updated_at }) => [code, updated_at.getTime()])),
    deletedCodes: [...new Set(rows.map(({ code }) => code))].filter((code) => !codes.has(code)),
  };
}

/**
 * The last change of the live metric of each of some codes (Unix milliseconds); null for a code that only deleted ones
 * have. Codes without any are left out.
 */
export async function readCodeChanges(
  transaction: TenantTransaction,
  codes: string[],
): Promise<Map<string, number | null>> {
  const rows = await tables(transaction)
    .selectFrom('catalog.billable_metrics')
    .select(['code', sql<Date | null>`max(updated_at) filter (where deleted_at is null)`.as('changed_at')])
    .where('organization_id', '=', transaction.organizationId)
    .where('code', '=', sql<string>`any(${codes})`)
    .groupBy('code')
    .execute();
  return new Map(rows.map(({ code, changed_at: at }) => [code, at && at.getTime()]));
}

/** A metric by its id, deleted ones too, or null. */
export async function findMetric(transaction: TenantTransaction, id: string): Promise<MetricView | null> {
  return (await readMetrics(transaction, [id])).get(id) ?? null;
}

/** Metrics by their ids, deleted ones too. */
export async function readMetrics(transaction: TenantTransaction, ids: string[]): Promise<Map<string, MetricView>> {
  const rows = await findMetricsById(transaction, ids);
  const filters = await readMetricFilterRows(
    transaction,
    rows.map((metric) => metric.id),
  );
  return new Map(rows.map((metric) => [metric.id, toMetricView(metric, filters.get(metric.id) ?? [])]));
}

/** A metric as in its own answer, deleted ones too. */
export async function readBillableMetricResource(transaction: TenantTransaction, id: string): Promise<BillableMetric> {
  const [metric] = await findMetricsById(transaction, [id]);
  if (!metric) throw new Error(`No billable metric ${id}`);
  const filters = await readMetricFilterRows(transaction, [id]);
  return presentMetric(metric, filters.get(id) ?? []);
}

/** Metrics as in their own answers, by id; deleted ones too. */
export async function readBillableMetricResources(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, BillableMetric>> {
  const rows = ids.length === 0 ? [] : await findMetricsById(transaction, ids);
  const filters = await readMetricFilterRows(
    transaction,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map((metric) => [metric.id, presentMetric(metric, filters.get(metric.id) ?? [])]));
}

/**
 * A metric that is not stored, from the body of its creation; its code may be that of another one.
 * @throws Forbidden, ValidationFailed as its creation
 */
export async function readMetricDraft(raw: RawInput): Promise<MetricView> {
  const { metric, filters } = await readNewMetric(raw);
  return toMetricView({ ...metric, id: '' }, filters);
}
