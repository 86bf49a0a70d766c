import { describe, expect, it } from '@jest/globals';
import { BillableMetricCreate, type AggregationTypeName } from '@tollgate/contracts';
import { readRecord } from '../../records.js';
import { checkMetric } from './billable-metric.rules.js';

const errorsOf = async (raw: Record<string, unknown>): Promise<unknown> =>
  readRecord(BillableMetricCreate, { name: 'M', code: 'm', ...raw }, checkMetric).then(
    () => null,
    (error: { body: { error_details: unknown } }) => error.body.error_details,
  );
const of = (aggregation_type: AggregationTypeName, more: Record<string, unknown> = {}) =>
  errorsOf({ aggregation_type, field_name: 'v', ...more });

describe('rules of a metric (catalog, section 2)', () => {
  it('require a field, except for counting metrics; an unknown aggregation needs one too', async () => {
    expect(await errorsOf({ aggregation_type: 'count_agg' })).toBeNull();
    expect(await errorsOf({ aggregation_type: 'sum_agg', field_name: ' ' })).toEqual({
      field_name: ['value_is_mandatory'],
    });
    expect(await errorsOf({ aggregation_type: 'mean_agg' })).toEqual({
      aggregation_type: ['value_is_invalid'],
      field_name: ['value_is_mandatory'],
    });
    expect(await errorsOf({ aggregation_type: null, field_name: 'v' })).toEqual({
      aggregation_type: ['value_is_invalid'],
    });
  });

  it('allow recurring metrics only for additive aggregations', async () => {
    for (const type of ['count_agg', 'max_agg', 'latest_agg'] as const) {
      expect(await of(type, { recurring: true })).toEqual({ recurring: ['not_compatible_with_aggregation_type'] });
    }
    for (const type of ['sum_agg', 'unique_count_agg'] as const) expect(await of(type, { recurring: true })).toBeNull();
  });

  it('require seconds as the weighting interval', async () => {
    expect(await of('weighted_sum_agg', { weighted_interval: 'seconds' })).toBeNull();
    for (const weighted_interval of [undefined, null, 'hours']) {
      expect(await of('weighted_sum_agg', { weighted_interval })).toEqual({ weighted_interval: ['value_is_invalid'] });
    }
  });

  it('accept a known rounding function with a bounded precision', async () => {
    expect(await of('sum_agg', { rounding_function: 'ceil', rounding_precision: -2 })).toBeNull();
    expect(await of('sum_agg', { rounding_function: 'up' })).toEqual({ rounding_function: ['value_is_invalid'] });
    expect(await of('sum_agg', { rounding_precision: 3_000_000_000 })).toEqual({
      rounding_precision: ['value_is_out_of_range'],
    });
  });

  it('accept a valid expression or no expression', async () => {
    for (const expression of [undefined, null, '', 'round(event.properties.a)'])
      expect(await of('sum_agg', { expression })).toBeNull();
    expect(await of('sum_agg', { expression: '1 +' })).toEqual({ expression: ['invalid_expression'] });
  });
});
