import { noCustomerEinvoicing, type BillingEntity, type InvoicedCustomer } from '@tollgate/contracts';

/** The id of every part of a sample: nothing of it is stored. */
export const sampleId = '00000000-0000-0000-0000-000000000000';
/** The day of a sample, so that the same texts give the same document. */
export const sampleDay = '2026-01-31';
export const sampleInstant = `${sampleDay}T12:00:00Z`;

const noAddress = { address_line1: null, address_line2: null, city: null, zipcode: null, state: null, country: null };

/** A business in the country of the issuer, with a language of its own. */
export function sampleCustomer(issuer: BillingEntity, locale: string): InvoicedCustomer {
  return {
    svc_id: sampleId,
    sequential_id: 1,
    slug: `${issuer.document_number_prefix}-000`,
    external_id: 'sample',
    account_type: 'customer',
    customer_type: 'company',
    billing_entity_code: issuer.code,
    name: 'Sample Ltd.',
    firstname: null,
    lastname: null,
    email: 'billing@sample.example',
    ...noAddress,
    address_line1: '1 Sample Street',
    zipcode: '12345',
    city: 'Sampletown',
    country: issuer.country,
    shipping_address: noAddress,
    phone: null,
    url: null,
    logo_url: null,
    legal_name: null,
    legal_number: null,
    tax_identification_number: null,
    external_salesforce_id: null,
    currency: issuer.default_currency,
    timezone: null,
    applicable_timezone: issuer.timezone,
    net_payment_term: null,
    finalize_zero_amount_invoice: 'inherit',
    skip_invoice_custom_sections: false,
    billing_configuration: {
      invoice_grace_period: null,
      subscription_invoice_issuing_date_anchor: null,
      subscription_invoice_issuing_date_adjustment: null,
      payment_provider: null,
      payment_provider_code: null,
      document_locale: locale,
    },
    einvoicing_settings: noCustomerEinvoicing,
    statement_schedule: null,
    metadata: [],
    integration_customers: [],
    created_at: sampleInstant,
    updated_at: sampleInstant,
  };
}
