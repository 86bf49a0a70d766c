import { ChargeFilterCreate, ChargeFilterUpdate, type RawInput } from '@tollgate/contracts';
import { filterValuesIn } from '../prices/filter-values.js';
import { draftOf, type Draft } from '../../records.js';
import type { FilterValue } from '../../model/tables/charge-filters.tables.js';

/** A complete filter of a body. */
export interface FilterDraft {
  /** Empty if the body has none. */
  values: FilterValue[];
  fields: Draft<typeof ChargeFilterCreate>;
}

export const draftFilter = (raw: RawInput): FilterDraft => ({
  values: filterValuesIn(ChargeFilterCreate.shape.values.parse(raw['values'])),
  fields: draftOf(ChargeFilterCreate, raw),
});

/** The change of a filter: its values stay (catalog, section 5). */
export type FilterChangeDraft = Draft<typeof ChargeFilterUpdate>;

export const draftFilterChange = (raw: RawInput): FilterChangeDraft => draftOf(ChargeFilterUpdate, raw);
