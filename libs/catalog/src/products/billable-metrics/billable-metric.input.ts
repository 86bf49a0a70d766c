import {
  BillableMetricCreate,
  BillableMetricUpdate,
  type AggregationTypeName,
  type BodyInput,
  type RawInput,
  type UsableAggregationType,
} from '@tollgate/contracts';
import type { Insertable } from 'kysely';
import { Forbidden, type TenantTransaction } from '@tollgate/platform';
import { findAggregation, unavailableAggregation } from '@tollgate/rating';
import { onlyKeys, readRecord, type AddError } from '../../records.js';
import type { BillableMetricsTable } from '../../model/tables/billable-metrics.tables.js';
import type { MetricFilterView } from '../../views.js';
import { checkMetric } from './billable-metric.rules.js';
import { findMetricByCode, isMetricInUse, type BillableMetricRow } from './billable-metrics.repository.js';
import { readMetricFilters } from './metric-filters.js';

/** The fields of a metric in use that can change: a change must not alter the bills of its customers. */
export const alwaysEditable = ['name', 'name_translations', 'description', 'filters'] as const;

/** The fields of a new metric as they are stored. */
export type NewMetric = Pick<BillableMetricRow, StoredField> &
  Pick<Insertable<BillableMetricsTable>, 'name_translations'>;
type StoredField =
  | 'code'
  | 'name'
  | 'description'
  | 'aggregation_type'
  | 'field_name'
  | 'recurring'
  | 'weighted_interval'
  | 'rounding_function'
  | 'rounding_precision'
  | 'expression';

type CheckOfCode = (code: string | undefined, add: AddError) => void | Promise<void>;

/**
 * Reads the body of a creation (catalog, section 2).
 * @param checkCode the rule of codes in use, which a draft that is never stored does not have
 * @throws Forbidden for a custom aggregation, ValidationFailed
 */
export async function readNewMetric(
  raw: RawInput,
  checkCode: CheckOfCode = () => undefined,
): Promise<{ metric: NewMetric; filters: MetricFilterView[] }> {
  refuseCustomAggregation(raw);
  const input = await readRecord(BillableMetricCreate, raw, async (metric, add) => {
    checkMetric(metric, add);
    await checkCode(metric.code, add);
  });
  const metric = {
    code: input.code,
    name: input.name,
    name_translations: input.name_translations,
    description: input.description ?? null,
    aggregation_type: input.aggregation_type as UsableAggregationType,
    field_name: hasField(input.aggregation_type) ? (input.field_name ?? null) : null,
    recurring: input.recurring ?? false,
    weighted_interval: input.weighted_interval ?? null,
    rounding_function: input.rounding_function ?? null,
    rounding_precision: input.rounding_precision ?? null,
    expression: input.expression ?? null,
  };
  return { metric, filters: await readMetricFilters(input.filters ?? []) };
}

/** A change of a metric after its check; absent fields stay. */
export interface MetricChange {
  isInUse: boolean;
  changes: Omit<BodyInput<typeof BillableMetricUpdate>, 'filters' | 'recurring'> & { recurring: boolean | undefined };
  filters: MetricFilterView[] | undefined;
}

/**
 * Reads the body of a change. A metric in use ignores all fields but the editable ones.
 * @throws Forbidden, ValidationFailed
 */
export async function readMetricChange(
  transaction: TenantTransaction,
  metric: BillableMetricRow,
  raw: RawInput,
): Promise<MetricChange> {
  const isInUse = await isMetricInUse(transaction, metric.id);
  const editable = isInUse ? onlyKeys(raw, alwaysEditable) : raw;
  refuseCustomAggregation(editable);
  const { filters, ...input } = await readRecord(BillableMetricUpdate, editable, async (changed, add) => {
    checkMetric({ ...metric, ...changed }, add);
    if (changed.code !== metric.code) await checkUnusedCode(transaction, changed.code, metric.id, add);
  });
  const aggregation = input.aggregation_type ?? metric.aggregation_type;
  const changes = {
    ...input,
    recurring: input.recurring === null ? false : input.recurring,
    field_name: hasField(aggregation) ? input.field_name : null,
  };
  return { isInUse, changes, filters: filters && (await readMetricFilters(filters)) };
}

/** Adds an error for the code of another live metric. */
export async function checkUnusedCode(
  transaction: TenantTransaction,
  code: string | undefined,
  ownId: string | undefined,
  add: AddError,
): Promise<void> {
  const holder = code === undefined ? undefined : await findMetricByCode(transaction, code);
  if (holder && holder.id !== ownId) add('code', 'value_already_exist');
}

const hasField = (name: AggregationTypeName): boolean => findAggregation(name)?.reads !== 'nothing';

/** A custom aggregation runs a program, and no call can set that program. */
function refuseCustomAggregation(raw: RawInput): void {
  if (raw['aggregation_type'] === unavailableAggregation) throw new Forbidden('feature_unavailable');
}
