import type {
  IssuerEinvoicingSettings,
  LegalMentionsInput,
  PortalSettings,
  StatementSchedule,
  Translations,
} from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** Issuers of invoices. The oldest active one is the organization's default. */
export interface BillingEntitiesTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  default_currency: string;
  timezone: string;
  country: string | null;
  email: string | null;
  legal_name: string | null;
  legal_number: string | null;
  tax_identification_number: string | null;
  address_line1: string | null;
  address_line2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  phone: string | null;
  document_numbering: 'per_customer' | 'per_billing_entity';
  document_number_prefix: string;
  document_locale: string;
  invoice_footer: string | null;
  invoice_footer_translations: ColumnType<Translations, Translations | undefined, Translations>;
  /** Days. */
  net_payment_term: number;
  /** Days. */
  invoice_grace_period: number;
  subscription_invoice_issuing_date_anchor: string;
  subscription_invoice_issuing_date_adjustment: string;
  finalize_zero_amount_invoice: boolean;
  eu_tax_management: boolean;
  einvoicing: boolean;
  bank_account_holder: string | null;
  bank_account_iban: string | null;
  bank_account_bic: string | null;
  payment_terms: string | null;
  payment_terms_translations: ColumnType<Translations, Translations | undefined, Translations>;
  email_text: Generated<string | null>;
  email_text_translations: ColumnType<Translations, Translations | undefined, Translations>;
  document_paper: string;
  /** Null for the usual colour. */
  document_accent_color: string | null;
  /** Only the fields that a call has set. */
  einvoicing_settings: ColumnType<Partial<IssuerEinvoicingSettings>, string | undefined, string>;
  statement_schedule: ColumnType<StatementSchedule, StatementSchedule | undefined, StatementSchedule>;
  /** Only the fields that a call has set; the rate as decimal text. */
  legal_mentions: ColumnType<LegalMentionsInput, string | undefined, string>;
  /** Only the settings that a call has set. */
  portal_settings: ColumnType<Partial<PortalSettings>, string | undefined, string>;
  /** The address of its logo; null without a logo. */
  logo_url: string | null;
  email_settings: ColumnType<string[], string, string>;
  created_at: Date;
  updated_at: Date;
  archived_at: Date | null;
}

export interface BillingEntityTaxesTable {
  organization_id: string;
  billing_entity_id: string;
  tax_id: string;
}
