import { ChargeFilterCreate, ChargeFilterUpdate, type RawInput } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { readMetricFilterRows, type BillableMetricRow } from '../billable-metrics/billable-metrics.repository.js';
import type { ChargeRow } from '../plan-repositories/charges.repository.js';
import type { Properties } from '../tables/charges.tables.js';
import { storableFilterProperties } from '../prices/properties.js';
import { propertyErrors } from '../prices/property-rules.js';
import { readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { checkFilterValues, readFilterValues, sameValues } from '../prices/filter-values.js';
import {
  deleteFilters,
  filtersOfCharges,
  insertFilters,
  nextPosition,
  updateFilter,
  type ChargeFilterRow,
} from '../plan-repositories/charge-filters.repository.js';
import type { FilterValue } from '../tables/charge-filters.tables.js';

/** A filter as it will be written. */
interface NewFilter {
  values: FilterValue[];
  properties: Properties;
  name: string | null;
}

interface PricedCharge {
  charge: ChargeRow;
  metric: BillableMetricRow;
}

/** Reads a complete filter. @throws ValidationFailed */
async function readFilter(charge: ChargeRow, metric: BillableMetricRow, raw: RawInput): Promise<NewFilter> {
  const values = readFilterValues(ChargeFilterCreate.shape.values.parse(raw['values']));
  const propertiesOf = (properties: Properties | undefined) =>
    storableFilterProperties(charge.charge_model, properties ?? {});
  const input = await readRecord(ChargeFilterCreate, raw, ({ properties }, add) => {
    add('properties', ...propertyErrors(charge.charge_model, propertiesOf(properties), metric.aggregation_type));
  });
  return { values, properties: propertiesOf(input.properties), name: input.invoice_display_name ?? null };
}

const rowOf = ({ transaction, now }: Scope, charge: ChargeRow, filter: NewFilter, position: number) => ({
  id: newId(),
  organization_id: transaction.organizationId,
  charge_id: charge.id,
  invoice_display_name: filter.name,
  properties: JSON.stringify(filter.properties),
  values: JSON.stringify(filter.values),
  position,
  created_at: now,
  updated_at: now,
  deleted_at: null,
});

const filtersOf = async ({ transaction }: Scope, metric: BillableMetricRow) =>
  (await readMetricFilterRows(transaction, [metric.id])).get(metric.id) ?? [];

/** Appends a filter to those of its charge. @throws ValidationFailed */
export async function addFilter(
  scope: Scope,
  { charge, metric }: PricedCharge,
  raw: RawInput,
): Promise<ChargeFilterRow> {
  const filter = await readFilter(charge, metric, raw);
  checkFilterValues(filter.values, await filtersOf(scope, metric));
  const [row] = await insertFilters(scope.transaction, [
    rowOf(scope, charge, filter, await nextPosition(scope.transaction, charge.id)),
  ]);
  return row as ChargeFilterRow;
}

/**
 * Changes the submitted name and properties; the values of a filter never change (catalog, section 5).
 * @throws ValidationFailed
 */
export async function changeFilter(
  { transaction, now }: Scope,
  { charge, metric }: PricedCharge,
  filter: ChargeFilterRow,
  raw: RawInput,
): Promise<ChargeFilterRow> {
  const { invoice_display_name: name, properties } = await readRecord(ChargeFilterUpdate, raw, (input, add) => {
    if (!input.properties) return;
    const filterProperties = storableFilterProperties(charge.charge_model, input.properties);
    add('properties', ...propertyErrors(charge.charge_model, filterProperties, metric.aggregation_type));
  });
  return updateFilter(transaction, filter.id, {
    invoice_display_name: name,
    properties: properties && JSON.stringify(storableFilterProperties(charge.charge_model, properties)),
    position: await nextPosition(transaction, charge.id),
    updated_at: now,
  });
}

/**
 * Replaces the filters of a charge. An entry with the values of a stored filter changes it in place; other entries are
 * new; missing filters are deleted. Stored ones come first, each group in input order (catalog, section 5.1).
 * @throws ValidationFailed
 */
export async function replaceFilters(scope: Scope, { charge, metric }: PricedCharge, raw: RawInput[]): Promise<void> {
  const { transaction, now } = scope;
  const storedFilters = (await filtersOfCharges(transaction, [charge.id])).get(charge.id) ?? [];
  const metricFilters = raw.length > 0 ? await filtersOf(scope, metric) : [];
  const unmatched = new Set(storedFilters);
  const matchedFilters: { row: ChargeFilterRow; filter: NewFilter }[] = [];
  const added: NewFilter[] = [];
  for (const item of raw) {
    const filter = await readFilter(charge, metric, item);
    const row = [...unmatched].find(({ values }) => sameValues(values, filter.values));
    if (row) {
      unmatched.delete(row);
      matchedFilters.push({ row, filter });
    } else {
      checkFilterValues(filter.values, metricFilters);
      added.push(filter);
    }
  }
  await deleteFilters(
    transaction,
    [...unmatched].map(({ id }) => id),
    now,
  );
  let position = await nextPosition(transaction, charge.id);
  for (const { row, filter } of matchedFilters) {
    const { properties, name } = filter;
    await updateFilter(transaction, row.id, {
      invoice_display_name: name,
      properties: JSON.stringify(properties),
      position: position++,
      updated_at: now,
    });
  }
  await insertFilters(
    transaction,
    added.map((filter) => rowOf(scope, charge, filter, position++)),
  );
}
