import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface MinimumCommitmentsTable {
  id: string;
  organization_id: string;
  plan_id: string;
  amount_cents: bigint;
  invoice_display_name: string | null;
  invoice_display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  created_at: Date;
  updated_at: Date;
}

export interface CommitmentTaxesTable {
  organization_id: string;
  commitment_id: string;
  tax_id: string;
}
