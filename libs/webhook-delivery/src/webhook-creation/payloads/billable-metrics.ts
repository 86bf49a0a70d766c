import { readBillableMetricResource } from '@tollgate/catalog/reader';
import { resource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `billable_metric` (webhooks, section 4). */
export const billableMetricPayloads: PayloadsOf<'billable_metric'> = {
  'billable_metric.created': resource('billable_metric_id', readBillableMetricResource),
  'billable_metric.updated': resource('billable_metric_id', readBillableMetricResource),
  'billable_metric.deleted': resource('billable_metric_id', readBillableMetricResource),
};
