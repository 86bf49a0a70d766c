import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { liveMetrics, type BillableMetricRow } from './billable-metrics.repository.js';

/**
 * Locks the live metric that a charge names until the charge is written.
 * @throws NotFound `billable_metric_not_found`
 */
export async function namedMetric(transaction: TenantTransaction, id: unknown): Promise<BillableMetricRow> {
  const [metric] = typeof id === 'string' && isId(id) ? await liveMetrics(transaction, [id]) : [];
  if (!metric) throw new NotFound('billable_metric');
  return metric;
}
