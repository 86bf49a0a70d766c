import type { ColumnType, Generated } from 'kysely';
import type { CustomerEinvoicingSettings, ShippingAddress, StatementSchedule } from '@tollgate/contracts';

export interface CustomersTable {
  id: string;
  organization_id: string;
  external_id: string;
  /** Rank of the customer in its organization, from 1, never reused. */
  sequential_id: number;
  slug: string;
  billing_entity_id: string;
  account_type: 'customer' | 'partner';
  /** Whether the customer ever had an invoice, a wallet or a coupon; null in older rows: then a currency implies it. */
  attached: boolean | null;
  customer_type: 'company' | 'individual' | null;
  name: string | null;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
  address_line1: string | null;
  address_line2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  country: string | null;
  shipping_address: ColumnType<ShippingAddress, string, string>;
  phone: string | null;
  url: string | null;
  logo_url: string | null;
  legal_name: string | null;
  legal_number: string | null;
  tax_identification_number: string | null;
  external_salesforce_id: string | null;
  currency: string | null;
  timezone: string | null;
  /** Days; null takes the issuer's. */
  net_payment_term: number | null;
  finalize_zero_amount_invoice: 'inherit' | 'skip' | 'finalize';
  skip_invoice_custom_sections: boolean;
  /** Days; null takes the issuer's. */
  invoice_grace_period: number | null;
  subscription_invoice_issuing_date_anchor: 'current_period_end' | 'next_period_start' | null;
  subscription_invoice_issuing_date_adjustment: 'keep_anchor' | 'align_with_finalization_date' | null;
  document_locale: string | null;
  /** The named payment provider, and the code of a connection to it. */
  payment_provider: string | null;
  payment_provider_code: string | null;
  /** Its id at the provider; null until the provider has created it, and without a link. */
  provider_customer_id: Generated<string | null>;
  /** Whether the provider creates it; null without a link. */
  sync_with_provider: Generated<boolean | null>;
  /** Ways to pay, where its provider has several to choose from; null at others, and for those of earlier versions. */
  provider_payment_methods: ColumnType<string[] | null, string | null | undefined, string | null>;
  /** Only the fields that a call has set. */
  einvoicing_settings: ColumnType<Partial<CustomerEinvoicingSettings>, string | undefined, string>;
  /** Null takes the issuer's. */
  statement_schedule: Generated<StatementSchedule | null>;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface CustomerMetadataTable {
  id: string;
  organization_id: string;
  customer_id: string;
  key: string;
  value: string;
  display_in_invoice: boolean;
  created_at: Date;
}

export interface CustomerTaxesTable {
  organization_id: string;
  customer_id: string;
  tax_id: string;
}

/** The last rank in each organization; the lock of its row prevents gaps. */
export interface CustomerSequencesTable {
  organization_id: string;
  last: number;
}
