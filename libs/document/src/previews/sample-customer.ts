import { bareCustomer, type BillingEntity, type InvoicedCustomer } from '@tollgate/contracts';

/** The id of every part of a sample: nothing of it is stored. */
export const sampleId = '00000000-0000-0000-0000-000000000000';
/** The day of a sample, so that the same texts give the same document. */
export const sampleDay = '2026-01-31';
export const sampleInstant = `${sampleDay}T12:00:00Z`;

/** A business in the country of the issuer, with a language of its own. */
export const sampleCustomer = (issuer: BillingEntity, locale: string): InvoicedCustomer => ({
  ...bareCustomer,
  svc_id: sampleId,
  sequential_id: 1,
  slug: `${issuer.document_number_prefix}-000`,
  external_id: 'sample',
  customer_type: 'company',
  billing_entity_code: issuer.code,
  name: 'Sample Ltd.',
  email: 'billing@sample.example',
  address_line1: '1 Sample Street',
  zipcode: '12345',
  city: 'Sampletown',
  country: issuer.country,
  currency: issuer.default_currency,
  applicable_timezone: issuer.timezone,
  billing_configuration: { ...bareCustomer.billing_configuration, document_locale: locale },
  created_at: sampleInstant,
  updated_at: sampleInstant,
});
