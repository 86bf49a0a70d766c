import type { Translations } from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

export interface InvoiceCustomSectionsTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  description: string | null;
  details: string | null;
  display_name: string | null;
  details_translations: ColumnType<Translations, Translations | undefined, Translations>;
  display_name_translations: ColumnType<Translations, Translations | undefined, Translations>;
  created_at: Date;
  deleted_at: Date | null;
}

/** The sections that an issuer has on its invoices. */
export interface BillingEntityInvoiceCustomSectionsTable {
  organization_id: string;
  billing_entity_id: string;
  invoice_custom_section_id: string;
}
