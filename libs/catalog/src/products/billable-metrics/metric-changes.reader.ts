import { BillableMetricUpdate, type MetricChangeEffects, type RawInput } from '@tollgate/contracts';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { trimmedFilters } from '../../model/plan-repositories/charge-filters.repository.js';
import { draftOf } from '../../records.js';
import type { MetricFilterView } from '../../views.js';
import { alwaysEditable, readMetricChange, type MetricChange } from './billable-metric.input.js';
import {
  countPlansOfMetric,
  findMetricByCode,
  inOrder,
  plansOfMetric,
  readMetricFilterRows,
  type BillableMetricRow,
} from './billable-metrics.repository.js';

/** A change of a metric that is not made: what of its effects the catalog knows, and the plans that charge the metric. */
export interface UnmadeChange {
  metricId: string;
  effects: Omit<MetricChangeEffects, 'active_subscriptions_count' | 'draft_invoices_count'>;
}

/** Fields that usage does not depend on. */
const texts: readonly string[] = ['name', 'name_translations', 'description'];
const editable: readonly string[] = alwaysEditable;

/**
 * The effects that a change of a metric would have (metering, section 1.5). It writes nothing, and takes no lock.
 * @throws NotFound; Forbidden and ValidationFailed as the change itself
 */
export async function readUnmadeChange(
  transaction: TenantTransaction,
  code: string,
  raw: RawInput,
): Promise<UnmadeChange> {
  const metric = await findMetricByCode(transaction, code);
  if (!metric) throw new NotFound('billable_metric');
  const change = await readMetricChange(transaction, metric, raw);
  const filters = (await readMetricFilterRows(transaction, [metric.id])).get(metric.id) ?? [];
  const changed = changedFields(metric, filters, change);
  const trimmed =
    change.filters && changed.includes('filters')
      ? await trimmedFilters(transaction, metric.id, change.filters)
      : { changed: [], emptied: [] };
  return {
    metricId: metric.id,
    effects: {
      effect: effectOf(changed, change.isInUse),
      changed_fields: changed,
      ignored_fields: change.isInUse ? ignoredFields(metric, raw) : [],
      plans_count: await countPlansOfMetric(transaction, metric.id),
      trimmed_filters_count: trimmed.changed.length,
      removed_filters_count: trimmed.emptied.length,
    },
  };
}

/** Selects the identifiers of the plans that charge a metric, copies for subscriptions too, for a condition. */
export const planIdsOfMetric = (transaction: TenantTransaction, metricId: string) =>
  plansOfMetric(transaction, metricId).select('plan.id');

function effectOf(changed: string[], isInUse: boolean): MetricChangeEffects['effect'] {
  if (changed.every((field) => texts.includes(field))) return 'none';
  return isInUse ? 'running_periods' : 'not_charged';
}

function changedFields(metric: BillableMetricRow, stored: MetricFilterView[], change: MetricChange): string[] {
  const changed = differing(metric, change.changes);
  const isFiltered = change.filters && !isSame(inOrder(stored), inOrder(change.filters));
  return isFiltered ? [...changed, 'filters'] : changed;
}

const ignoredFields = (metric: BillableMetricRow, raw: RawInput): string[] =>
  differing(metric, draftOf(BillableMetricUpdate, raw).input).filter((field) => !editable.includes(field));

const differing = (metric: BillableMetricRow, raw: object): string[] =>
  Object.entries(raw)
    .filter(([field, value]) => field in metric && value !== undefined)
    .filter(([field, value]) => !isSame(metric[field as keyof BillableMetricRow], value))
    .map(([field]) => field);

/** Null, an empty text, zero and an absent flag mean the same in a metric. */
const isSame = (stored: unknown, sent: unknown): boolean =>
  JSON.stringify(stored || null) === JSON.stringify(sent || null);
