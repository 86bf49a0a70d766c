import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import type { ChargeUnit } from '../../products/pricing-units/pricing-unit.checks.js';

/** A stored charge with the parts that a change of it is checked against. */
export interface StoredCharge {
  row: ChargeRow;
  filters: ChargeFilterRow[];
  /** The position of its last written filter, a deleted one too; 0 without any. */
  lastPosition: number;
  unit: ChargeUnit | null;
}

/** A new charge that passed its check, with the ids of its rows. */
export interface AddedCharge {
  kind: 'added';
  row: ChargeRow;
  filters: ChargeFilterRow[];
  taxIds: string[];
  unit: ChargeUnit | null;
}

/** A change of a charge that passed its check: the row as it will be, and null for each part that stays. */
export interface EditedCharge {
  kind: 'edited';
  row: ChargeRow;
  filters: FilterChanges | null;
  taxIds: string[] | null;
  unit: ChargeUnit | null;
}

export type PreparedCharge = AddedCharge | EditedCharge;

/** A new set of filters of a charge: rows as they will be, edited ones before added ones (catalog, section 5.1). */
export interface FilterChanges {
  removed: string[];
  edited: ChargeFilterRow[];
  added: ChargeFilterRow[];
}
