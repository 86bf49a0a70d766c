import type { AggregationTypeName, ChargeModelName, Translations } from '@tollgate/contracts';
import { newId, ValidationFailed } from '@tollgate/platform';
import type { FilterChanges } from '../charge-writes/prepared-charges.js';
import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import { checkFilterValues, checkSomeValues, sameValues } from '../prices/filter-values.js';
import { storableFilterProperties } from '../prices/properties.js';
import { propertyErrors } from '../prices/property-rules.js';
import { checkRecord } from '../../records.js';
import type { Stamp } from '../../scope.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import type { MetricFilterView } from '../../views.js';
import type { FilterChangeDraft, FilterDraft } from './charge-filter.draft.js';

/** The charge that a filter belongs to, as far as the check of the filter depends on it. */
export interface FilteredCharge {
  id: string;
  model: ChargeModelName;
  aggregationType: AggregationTypeName;
  /** The filters of its metric. */
  metricFilters: MetricFilterView[];
}

type Price = Pick<FilteredCharge, 'model' | 'aggregationType'>;
type CheckedFilter = Pick<ChargeFilterRow, 'values' | 'properties' | 'invoice_display_name'> & {
  /** Undefined if the body has none. */
  translations: Translations | undefined;
};

/** Checks the fields of a complete filter, without its values in the metric. @throws ValidationFailed */
function checkFields({ values, fields }: FilterDraft, { model, aggregationType }: Price): CheckedFilter {
  checkSomeValues(values);
  const propertiesOf = (properties: Properties | undefined) => storableFilterProperties(model, properties ?? {});
  const input = checkRecord(fields, ({ properties }, add) =>
    add('properties', ...propertyErrors(model, propertiesOf(properties), aggregationType)),
  );
  const { properties, invoice_display_name = null, invoice_display_name_translations: translations } = input;
  return { values, properties: propertiesOf(properties), invoice_display_name, translations };
}

const newRow = (
  { id: chargeId }: FilteredCharge,
  { translations = {}, ...filter }: CheckedFilter,
  position: number,
  { organizationId, now }: Stamp,
): ChargeFilterRow => ({
  ...filter,
  invoice_display_name_translations: translations,
  id: newId(),
  organization_id: organizationId,
  charge_id: chargeId,
  parent_id: null,
  position,
  created_at: now,
  updated_at: now,
  deleted_at: null,
});

/** Checks a filter that joins those of its charge. @throws ValidationFailed */
export function checkNewFilter(
  draft: FilterDraft,
  charge: FilteredCharge,
  position: number,
  stamp: Stamp,
): ChargeFilterRow {
  const filter = checkFields(draft, charge);
  checkFilterValues(filter.values, charge.metricFilters);
  return newRow(charge, filter, position, stamp);
}

/** Refuses a filter whose values another one of its charge has. @throws ValidationFailed */
export function checkNewValues({ values }: FilterDraft, stored: ChargeFilterRow[]): void {
  checkSomeValues(values);
  if (stored.some((filter) => sameValues(filter.values, values)))
    throw new ValidationFailed({ values: ['value_already_exists'] });
}

/**
 * Checks a change of the submitted name and properties; the values of a filter never change (catalog, section 5).
 * @returns the changed columns; an undefined one stays
 * @throws ValidationFailed
 */
export function checkFilterChange(
  draft: FilterChangeDraft,
  { model, aggregationType }: Price,
): Pick<FilterChangeDraft['input'], 'invoice_display_name' | 'invoice_display_name_translations'> & {
  properties: Properties | undefined;
} {
  const propertiesOf = (properties: Properties) => storableFilterProperties(model, properties);
  const { invoice_display_name, invoice_display_name_translations, properties } = checkRecord(draft, (input, add) => {
    if (!input.properties) return;
    add('properties', ...propertyErrors(model, propertiesOf(input.properties), aggregationType));
  });
  return {
    invoice_display_name,
    invoice_display_name_translations,
    properties: properties && propertiesOf(properties),
  };
}

/**
 * Checks a new set of filters. An entry with the values of a stored filter changes it in place; other entries are new;
 * missing filters are deleted. Stored ones come first, each group in input order (catalog, section 5.1).
 * @param lastPosition the position of the last written filter of the charge
 * @throws ValidationFailed
 */
export function checkFilterSet(
  drafts: FilterDraft[],
  charge: FilteredCharge,
  { stored, lastPosition }: { stored: ChargeFilterRow[]; lastPosition: number },
  stamp: Stamp,
): FilterChanges {
  const unmatched = new Set(stored);
  const matched: { row: ChargeFilterRow; filter: CheckedFilter }[] = [];
  const unknown: CheckedFilter[] = [];
  for (const draft of drafts) {
    const filter = checkFields(draft, charge);
    const row = [...unmatched].find(({ values }) => sameValues(values, filter.values));
    if (row) {
      unmatched.delete(row);
      matched.push({ row, filter });
    } else {
      checkFilterValues(filter.values, charge.metricFilters);
      unknown.push(filter);
    }
  }
  let position = lastPosition;
  return {
    removed: [...unmatched].map(({ id }) => id),
    edited: matched.map(({ row, filter: { properties, invoice_display_name, translations } }) => ({
      ...row,
      properties,
      invoice_display_name,
      ...(translations ? { invoice_display_name_translations: translations } : {}),
      position: ++position,
      updated_at: stamp.now,
    })),
    added: unknown.map((filter) => newRow(charge, filter, ++position, stamp)),
  };
}
