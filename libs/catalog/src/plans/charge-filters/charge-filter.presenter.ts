import type { ChargeFilter } from '@tollgate/contracts';
import { toFilterPriceView } from '../prices/price-view.js';
import { presentProperties } from '../prices/properties.js';
import type { ChargeFilterView } from '../../views.js';
import type { RetainedPart } from '../../model/plan-repositories/retained-versions.repository.js';
import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';

const valuesByKey = (filter: ChargeFilterRow) =>
  Object.fromEntries(filter.values.map(({ key, values }) => [key, values]));

/** A filter in its own answers and inside its charge. */
export const presentFilter = (filter: ChargeFilterRow, chargeCode: string): ChargeFilter => ({
  svc_id: filter.id,
  charge_code: chargeCode,
  invoice_display_name: filter.invoice_display_name,
  invoice_display_name_translations: filter.invoice_display_name_translations,
  properties: presentProperties(filter.properties),
  values: valuesByKey(filter),
  svc_parent_id: filter.parent_id,
});

/** A filter as other services see it. @param retained the parts of retained versions, by the part that they copy */
export const toFilterView = (
  filter: ChargeFilterRow,
  retained: ReadonlyMap<string, RetainedPart[]>,
): ChargeFilterView => ({
  id: filter.id,
  parentId: filter.parent_id,
  retained: (retained.get(filter.parent_id ?? filter.id) ?? []).flatMap(({ id, chargeId }) =>
    chargeId === null ? [] : [{ filterId: id, chargeId }],
  ),
  invoiceDisplayName: filter.invoice_display_name,
  properties: toFilterPriceView(filter.properties),
  values: valuesByKey(filter),
});
