import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface TaxesTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  /** Percent, numeric. */
  rate: ColumnType<string, string, string>;
  description: string | null;
  created_at: Date;
  deleted_at: Date | null;
}
