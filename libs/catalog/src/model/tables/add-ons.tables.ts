import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface AddOnsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  description: string | null;
  amount_cents: bigint;
  amount_currency: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface AddOnTaxesTable {
  organization_id: string;
  add_on_id: string;
  tax_id: string;
}
