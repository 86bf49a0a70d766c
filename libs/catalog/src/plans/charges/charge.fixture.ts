import { ChargeInPlan, type RawInput } from '@tollgate/contracts';
import type { BillableMetricRow } from '../../products/billable-metrics/billable-metrics.repository.js';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { checkNewCharge } from './charge.checks.js';
import { draftNewCharge } from './charge.draft.js';
import type { ChargeLookups } from './charge.lookups.js';

export const stamp = { organizationId: '00000000-0000-4000-8000-000000000001', now: new Date('2024-05-01T00:00:00Z') };
export const metricId = '00000000-0000-4000-8000-0000000000aa';
export const planId = '00000000-0000-4000-8000-0000000000bb';

export const metric: BillableMetricRow = {
  id: metricId,
  code: 'storage',
  aggregation_type: 'sum_agg',
  recurring: false,
} as BillableMetricRow;

/** The content of the tables: one metric with a filter, the tax `vat` and the pricing unit `credits`. */
export const lookups: ChargeLookups = {
  metrics: new Map([[metricId, metric]]),
  metricFilters: new Map([[metricId, [{ key: 'region', values: ['eu', 'us'] }]]]),
  taxes: new Map([['vat', { id: 'tax-1' }]]),
  unitIds: new Map([['credits', 'unit-1']]),
  stored: new Map(),
};

/** A charge of the metric, as it is stored. */
export function storedCharge(raw: RawInput = {}): StoredCharge {
  const draft = draftNewCharge(
    { billable_metric_id: metricId, charge_model: 'standard', properties: { amount: '1' }, ...raw },
    ChargeInPlan,
  );
  const plan = { id: planId, attached: false, codes: [] };
  const { row, filters, unit } = checkNewCharge(draft, plan, lookups, stamp);
  return { row, filters, unit, lastPosition: filters.length };
}
