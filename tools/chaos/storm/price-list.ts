// The price list of a storm, as the service receives it. Each charge also has its kind of usage; expected.ts computes
// the prices.
import type { Api } from '@tollgate/harness/api';

export type MetricCode =
  'calls' | 'bytes' | 'seconds' | 'peak' | 'users' | 'transfers' | 'atoms' | 'tokens' | 'steps' | 'jobs' | 'deliveries';
export type PlanCode = 'arrears' | 'advance';

interface Metric {
  code: MetricCode | 'junk';
  name: string;
  aggregation_type: 'count_agg' | 'sum_agg' | 'max_agg' | 'unique_count_agg';
  field_name?: string;
}

/** Units from one value to another, both included. */
export interface PriceRange {
  from_value: number;
  /** Null: it has no end. */
  to_value: number | null;
  per_unit_amount: string;
  flat_amount: string;
}

export interface PackagePrice {
  amount: string;
  package_size: number;
  free_units: number;
}

type ChargeModel =
  | { charge_model: 'standard'; properties: { amount: string } }
  | { charge_model: 'graduated'; properties: { graduated_ranges: PriceRange[] } }
  | { charge_model: 'volume'; properties: { volume_ranges: PriceRange[] } }
  | { charge_model: 'package'; properties: PackagePrice }
  | { charge_model: 'percentage'; properties: { rate: string; fixed_amount: string } };

/** A charge in the service's form, except `metric`, a code. */
export type Charge = ChargeModel & { metric: MetricCode; pay_in_advance?: boolean; invoiceable?: boolean };

export interface Plan {
  code: PlanCode;
  name: string;
  amount_cents: number;
  pay_in_advance: boolean;
  charges: Charge[];
}

export const metrics: Metric[] = [
  { code: 'calls', name: 'Calls', aggregation_type: 'count_agg' },
  { code: 'bytes', name: 'Bytes', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'seconds', name: 'Seconds', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'peak', name: 'Peak', aggregation_type: 'max_agg', field_name: 'value' },
  { code: 'users', name: 'Users', aggregation_type: 'unique_count_agg', field_name: 'value' },
  { code: 'transfers', name: 'Transfers', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'atoms', name: 'Atoms', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'tokens', name: 'Tokens', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'steps', name: 'Steps', aggregation_type: 'sum_agg', field_name: 'value' },
  { code: 'jobs', name: 'Jobs', aggregation_type: 'count_agg' },
  { code: 'deliveries', name: 'Deliveries', aggregation_type: 'count_agg' },
  // On no plan: uncharged usage may be odd in any way, and must do no harm.
  { code: 'junk', name: 'Junk', aggregation_type: 'sum_agg', field_name: 'value' },
];

const bytesRanges: PriceRange[] = [
  { from_value: 0, to_value: 1000, per_unit_amount: '0.01', flat_amount: '2' },
  { from_value: 1001, to_value: null, per_unit_amount: '0.0052', flat_amount: '1.5' },
];
const peakRanges: PriceRange[] = [
  { from_value: 0, to_value: 100, per_unit_amount: '0.5', flat_amount: '3' },
  { from_value: 101, to_value: null, per_unit_amount: '0.253', flat_amount: '0' },
];
const stepsRanges: PriceRange[] = [
  { from_value: 0, to_value: 50, per_unit_amount: '0.117', flat_amount: '1' },
  { from_value: 51, to_value: null, per_unit_amount: '0.0431', flat_amount: '0.25' },
];

const inAdvance = { pay_in_advance: true, invoiceable: false };

export const plans: Plan[] = [
  {
    code: 'arrears',
    name: 'In arrears',
    amount_cents: 1900,
    pay_in_advance: false,
    charges: [
      { metric: 'calls', charge_model: 'standard', properties: { amount: '0.0137' } },
      { metric: 'bytes', charge_model: 'graduated', properties: { graduated_ranges: bytesRanges } },
      { metric: 'seconds', charge_model: 'package', properties: { amount: '1.25', package_size: 100, free_units: 50 } },
      { metric: 'peak', charge_model: 'volume', properties: { volume_ranges: peakRanges } },
      { metric: 'users', charge_model: 'standard', properties: { amount: '2.505' } },
      { metric: 'transfers', charge_model: 'percentage', properties: { rate: '1.3', fixed_amount: '0.021' } },
      { metric: 'atoms', charge_model: 'standard', properties: { amount: '0.00000000000000000000000001' } },
    ],
  },
  {
    code: 'advance',
    name: 'In advance',
    amount_cents: 990,
    pay_in_advance: true,
    charges: [
      { metric: 'tokens', charge_model: 'standard', properties: { amount: '0.0331' }, ...inAdvance },
      { metric: 'steps', charge_model: 'graduated', properties: { graduated_ranges: stepsRanges }, ...inAdvance },
      {
        metric: 'jobs',
        charge_model: 'package',
        properties: { amount: '0.75', package_size: 3, free_units: 2 },
        ...inAdvance,
      },
      { metric: 'deliveries', charge_model: 'standard', properties: { amount: '0.42' }, pay_in_advance: true },
      { metric: 'calls', charge_model: 'standard', properties: { amount: '0.0051' } },
    ],
  },
];

export const tax = { code: 'sales', name: 'Sales tax', rate: '8.25', applied_to_organization: true };

/** Creates the price list in an organization. */
export async function publish(api: Api): Promise<void> {
  await api.create('/api/v1/taxes', 'tax', tax);
  const ids = new Map<string, string>();
  for (const metric of metrics) {
    const created = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', { ...metric });
    ids.set(metric.code, created.svc_id);
  }
  for (const { charges, ...plan } of plans) {
    await api.create('/api/v1/plans', 'plan', {
      ...plan,
      interval: 'monthly',
      amount_currency: 'EUR',
      charges: charges.map(({ metric, ...charge }) => ({ ...charge, billable_metric_id: ids.get(metric) })),
    });
  }
}
