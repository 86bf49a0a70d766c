import type { Insertable } from 'kysely';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';

type Row = Insertable<BillingEntitiesTable>;
type Named = Pick<Row, 'id' | 'organization_id' | 'code' | 'name' | 'document_number_prefix'>;

/** Builds a new issuer from its values and the defaults of catalog, section 13. */
export const newBillingEntity = (named: Named, values: Partial<Row>, createdAt: Date): Row => ({
  default_currency: 'USD',
  timezone: 'UTC',
  country: null,
  email: null,
  legal_name: null,
  legal_number: null,
  tax_identification_number: null,
  address_line1: null,
  address_line2: null,
  city: null,
  state: null,
  zipcode: null,
  phone: null,
  document_numbering: 'per_customer',
  document_locale: 'en',
  invoice_footer: null,
  net_payment_term: 0,
  invoice_grace_period: 0,
  subscription_invoice_issuing_date_anchor: 'next_period_start',
  subscription_invoice_issuing_date_adjustment: 'align_with_finalization_date',
  finalize_zero_amount_invoice: true,
  eu_tax_management: false,
  einvoicing: false,
  bank_account_holder: null,
  bank_account_iban: null,
  bank_account_bic: null,
  payment_terms: null,
  document_paper: 'A4',
  document_accent_color: null,
  logo_url: null,
  email_settings: '[]',
  ...values,
  ...named,
  created_at: createdAt,
  updated_at: createdAt,
  archived_at: null,
});
