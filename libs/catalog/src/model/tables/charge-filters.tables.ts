import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';
import type { Properties } from './charges.tables.js';

/** One key of a filter and its matching values. */
export interface FilterValue {
  key: string;
  values: string[];
}

export interface ChargeFiltersTable {
  id: string;
  organization_id: string;
  charge_id: string;
  /** The filter that this one is a copy of; null for one of its own, and for a copy made before it was recorded. */
  parent_id: string | null;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  properties: ColumnType<Properties, string, string>;
  /** A list, not an object, to preserve the order of the keys. */
  values: ColumnType<FilterValue[], string, string>;
  /** Grows with every write: lists sort filters by last write (catalog, section 1.6). */
  position: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
