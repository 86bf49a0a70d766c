import type { ColumnType } from 'kysely';
import type { AggregationTypeName, Translations, UsableAggregationType } from '@tollgate/contracts';

export interface BillableMetricsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  description: string | null;
  aggregation_type: ColumnType<UsableAggregationType, AggregationTypeName, AggregationTypeName>;
  field_name: string | null;
  recurring: boolean;
  weighted_interval: 'seconds' | null;
  rounding_function: 'round' | 'ceil' | 'floor' | null;
  rounding_precision: number | null;
  expression: string | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** Properties by which charges may price events apart, and the values that they know of each. */
export interface BillableMetricFiltersTable {
  organization_id: string;
  billable_metric_id: string;
  key: string;
  values: string[];
}
