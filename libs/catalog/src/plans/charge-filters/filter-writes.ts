import { bounds } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import {
  readMetricFilterRows,
  type BillableMetricRow,
} from '../../products/billable-metrics/billable-metrics.repository.js';
import {
  countFilters,
  insertFilters,
  nextPosition,
  updateFilter,
  type ChargeFilterRow,
} from '../../model/plan-repositories/charge-filters.repository.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { stampOf, type Scope } from '../../scope.js';
import { checkFilterChange, checkNewFilter } from './charge-filter.checks.js';
import type { FilterChangeDraft, FilterDraft } from './charge-filter.draft.js';

/** A charge with its metric. */
interface PricedCharge {
  charge: ChargeRow;
  metric: BillableMetricRow;
}

const priceOf = ({ charge, metric }: PricedCharge) => ({
  id: charge.id,
  model: charge.charge_model,
  aggregationType: metric.aggregation_type,
});

/**
 * Appends a filter to those of its charge, which has as many at most as a list in a body.
 * @throws ValidationFailed
 */
export async function addFilter(scope: Scope, priced: PricedCharge, draft: FilterDraft): Promise<ChargeFilterRow> {
  const { transaction } = scope;
  const { id: metricId } = priced.metric;
  if ((await countFilters(transaction, priced.charge.id)) >= bounds.items)
    throw new ValidationFailed({ filters: ['too_many_filters', `limit_is_${bounds.items}`] });
  const metricFilters = (await readMetricFilterRows(transaction, [metricId])).get(metricId) ?? [];
  const position = await nextPosition(transaction, priced.charge.id);
  const row = checkNewFilter(draft, { ...priceOf(priced), metricFilters }, position, stampOf(scope));
  const [stored] = await insertFilters(transaction, [row]);
  return stored as ChargeFilterRow;
}

/** Changes a filter; a changed one moves to the end of its list. @throws ValidationFailed */
export async function changeFilter(
  { transaction, now }: Scope,
  priced: PricedCharge,
  filter: ChargeFilterRow,
  draft: FilterChangeDraft,
): Promise<ChargeFilterRow> {
  const position = await nextPosition(transaction, priced.charge.id);
  const { properties, ...names } = checkFilterChange(draft, priceOf(priced));
  return updateFilter(transaction, filter.id, {
    ...names,
    properties: properties && JSON.stringify(properties),
    position,
    updated_at: now,
  });
}
