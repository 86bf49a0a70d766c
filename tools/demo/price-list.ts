// The demo's price list: metrics, a tax, and a plan with four charge models.
import type { MetricCode } from './trace.ts';

export const metrics: { name: string; code: MetricCode; aggregation_type: string; field_name?: string }[] = [
  { name: 'Requests', code: 'requests', aggregation_type: 'count_agg' },
  { name: 'Input tokens', code: 'input_tokens', aggregation_type: 'sum_agg', field_name: 'context_tokens' },
  { name: 'Output tokens', code: 'output_tokens', aggregation_type: 'sum_agg', field_name: 'generated_tokens' },
];

export const tax = { name: 'Sales tax', code: 'sales_tax', rate: '8.25', applied_to_organization: true };

/** @param metricIds maps a metric's code to its id */
export const plan = (metricIds: Record<MetricCode, string>) => ({
  name: 'Inference',
  code: 'inference',
  interval: 'monthly',
  amount_cents: 9900,
  amount_currency: 'USD',
  pay_in_advance: false,
  charges: [
    { billable_metric_id: metricIds.requests, charge_model: 'standard', properties: { amount: '0.0004' } },
    {
      billable_metric_id: metricIds.input_tokens,
      charge_model: 'graduated',
      properties: {
        graduated_ranges: [
          { from_value: 0, to_value: 10000000, per_unit_amount: '0.000003', flat_amount: '0' },
          { from_value: 10000001, to_value: null, per_unit_amount: '0.0000025', flat_amount: '0' },
        ],
      },
    },
    {
      billable_metric_id: metricIds.output_tokens,
      charge_model: 'package',
      properties: { amount: '1.5', package_size: 100000, free_units: 50000 },
    },
  ],
});
