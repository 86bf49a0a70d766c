import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { isHttpUrl } from '../http/guards.js';
import {
  isBlank,
  choice,
  currency,
  flag,
  id,
  integer,
  mandatoryText,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
  withMembers,
} from '../http/fields.js';
import {
  countries,
  currencies,
  documentLocales,
  issuingDateAdjustments,
  issuingDateAnchors,
  statementSchedules,
  timezones,
} from '../http/enums.js';
import { blankAsNull, country, email } from '../http/party-fields.js';
import { listExpansions, updatedListParameters } from '../http/lists.js';
import {
  query,
  queryChoice,
  queryChoices,
  queryFlag,
  queryPairs,
  queryText,
  queryTexts,
  type QueryInput,
} from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choiceText, idText } from '../http/strict-fields.js';
import { linkableProviders } from '../payment-providers/registry.js';
import { CustomerEinvoicingInput, CustomerEinvoicingSettings } from './einvoicing-settings.js';
import { integrationTypes } from './integrations.js';
import { InvoiceCustomSection } from './invoice-custom-sections.js';
import { Tax } from './taxes.js';

const nullableText = () => z.string().nullable();

export const ShippingAddress = z.object({
  address_line1: nullableText(),
  address_line2: nullableText(),
  city: nullableText(),
  zipcode: nullableText(),
  state: nullableText(),
  country: nullableText(),
});
export type ShippingAddress = z.infer<typeof ShippingAddress>;

export const CustomerMetadata = z.object({
  svc_id: id(),
  key: z.string(),
  value: z.string(),
  display_in_invoice: z.boolean(),
  created_at: timestamp(),
});
export type CustomerMetadata = z.infer<typeof CustomerMetadata>;

/** A customer as it is embedded in other documents (customers, section 2.2). */
export const EmbeddedCustomer = z.object({
  svc_id: id(),
  sequential_id: z.int(),
  slug: z.string(),
  external_id: z.string(),
  account_type: z.enum(['customer', 'partner']),
  customer_type: z.enum(['company', 'individual']).nullable(),
  billing_entity_code: z.string(),
  name: nullableText(),
  firstname: nullableText(),
  lastname: nullableText(),
  email: nullableText(),
  address_line1: nullableText(),
  address_line2: nullableText(),
  city: nullableText(),
  state: nullableText(),
  zipcode: nullableText(),
  country: nullableText(),
  shipping_address: ShippingAddress,
  phone: nullableText(),
  url: nullableText(),
  logo_url: nullableText(),
  legal_name: nullableText(),
  legal_number: nullableText(),
  tax_identification_number: nullableText(),
  external_salesforce_id: nullableText(),
  currency: nullableText(),
  timezone: nullableText(),
  applicable_timezone: z.string(),
  net_payment_term: z.int().nullable(),
  finalize_zero_amount_invoice: z.enum(['inherit', 'skip', 'finalize']),
  skip_invoice_custom_sections: z.boolean(),
  billing_configuration: z.object({
    invoice_grace_period: z.int().nullable(),
    subscription_invoice_issuing_date_anchor: z.enum(issuingDateAnchors).nullable(),
    subscription_invoice_issuing_date_adjustment: z.enum(issuingDateAdjustments).nullable(),
    payment_provider: nullableText(),
    payment_provider_code: nullableText(),
    document_locale: nullableText(),
    /** Only for a customer with a payment provider. */
    provider_customer_id: nullableText().optional(),
    sync_with_provider: z.boolean().nullable().optional(),
    /** Only for a customer of a provider with ways to pay to choose from. */
    provider_payment_methods: z.array(z.string()).optional(),
  }),
  einvoicing_settings: CustomerEinvoicingSettings,
  /** Null: that of its billing entity. */
  statement_schedule: z.enum(statementSchedules).nullable(),
  metadata: z.array(CustomerMetadata),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type EmbeddedCustomer = z.infer<typeof EmbeddedCustomer>;

/** The fields of an address in a request. */
export const addressFields = {
  address_line1: blankAsNull(text()),
  address_line2: blankAsNull(text()),
  city: blankAsNull(text()),
  state: blankAsNull(text()),
  zipcode: blankAsNull(text()),
  country: country(),
};

/** Nested objects of an upsert; their errors have the names of their fields. */
export const CustomerShippingAddress = body(addressFields);
export type CustomerShippingAddress = BodyInput<typeof CustomerShippingAddress>;

/** A customer's billing settings, and the payment provider that charges it (customers, section 2.12). */
export const CustomerBillingConfigurationInput = body({
  invoice_grace_period: integer(0, bounds.days),
  subscription_invoice_issuing_date_anchor: choice(issuingDateAnchors),
  subscription_invoice_issuing_date_adjustment: choice(issuingDateAdjustments),
  document_locale: choice(documentLocales, 'not_a_valid_language_code'),
  payment_provider: choiceText(linkableProviders),
  payment_provider_code: text(),
  provider_customer_id: text(),
  sync: flag(),
  sync_with_provider: flag(),
  provider_payment_methods: textList(),
});
export type CustomerBillingConfigurationInput = BodyInput<typeof CustomerBillingConfigurationInput>;

/** The customer's id in a system for accounting, taxes or sales (customers, section 2.13). */
export const IntegrationCustomerInput = body({
  id: idText(),
  integration_type: choiceText(integrationTypes),
  integration_code: text(),
  external_customer_id: text(),
  sync_with_provider: flag(),
  subsidiary_id: text(),
  targeted_object: text(),
});
export type IntegrationCustomerInput = BodyInput<typeof IntegrationCustomerInput>;

export const IntegrationCustomer = z.object({
  svc_id: id(),
  type: z.enum(integrationTypes),
  integration_code: z.string(),
  external_customer_id: nullableText(),
  sync_with_provider: z.boolean().nullable(),
  subsidiary_id: nullableText(),
  targeted_object: nullableText(),
  email: nullableText(),
});
export type IntegrationCustomer = z.infer<typeof IntegrationCustomer>;

/** An error of an invoice, or of a customer's taxes (invoices, section 9.10). */
export const ErrorDetail = z.object({
  svc_id: id(),
  error_code: z.string(),
  details: z.record(z.string(), z.string()),
});
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** A customer as invoices embed it. */
export const InvoicedCustomer = EmbeddedCustomer.extend({ integration_customers: z.array(IntegrationCustomer) });
export type InvoicedCustomer = z.infer<typeof InvoicedCustomer>;

/** The most subscriptions of a customer in a list. */
export const mostOfCustomer = 10;

/** A subscription of a listed customer. */
export const CustomerSubscription = z.object({
  svc_id: id(),
  external_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  plan_code: z.string(),
});

const withTaxes = InvoicedCustomer.extend({ taxes: z.array(Tax) });

/** A customer in lists. */
export const Customer = withTaxes.extend({
  /** Active and pending ones, on request; null where the caller may not read them. */
  subscriptions: z.array(CustomerSubscription).nullable().optional(),
});
export type Customer = z.infer<typeof Customer>;

/** A customer in its own answers. */
export const SingleCustomer = withTaxes.extend({
  applicable_invoice_custom_sections: z.array(InvoiceCustomSection),
  error_details: z.array(ErrorDetail),
});
export type SingleCustomer = z.infer<typeof SingleCustomer>;

export const CustomerMetadataInput = body({
  id: idText(),
  key: mandatoryText(20),
  value: mandatoryText(100),
  display_in_invoice: flag(),
});
export type CustomerMetadataInput = BodyInput<typeof CustomerMetadataInput>;

export const CustomerUpsert = body(
  {
    external_id: mandatoryText(),
    account_type: choice(['customer', 'partner']),
    customer_type: choice(['company', 'individual']),
    name: text(),
    firstname: text(),
    lastname: text(),
    billing_entity_code: text(),
    email: email(),
    ...addressFields,
    shipping_address: withMembers(record(), CustomerShippingAddress),
    phone: text(),
    url: text(bounds.url),
    logo_url: text(bounds.url),
    legal_name: text(),
    legal_number: text(),
    tax_identification_number: text(),
    external_salesforce_id: text(),
    currency: currency(),
    timezone: choice(timezones, 'invalid_timezone'),
    net_payment_term: integer(0, bounds.days),
    finalize_zero_amount_invoice: choice(['inherit', 'skip', 'finalize'], 'invalid_value'),
    skip_invoice_custom_sections: flag(),
    invoice_custom_section_codes: textList(),
    tax_codes: textList(),
    metadata: withElements(recordList({ most: bounds.metadata, fault: 'invalid_count' }), CustomerMetadataInput),
    billing_configuration: withMembers(record(), CustomerBillingConfigurationInput),
    einvoicing_settings: withMembers(record(), CustomerEinvoicingInput),
    statement_schedule: choice(statementSchedules),
    integration_customers: withElements(recordList(), IntegrationCustomerInput),
  },
  (input, add) => {
    // Pages show them as links: another scheme could run a script there.
    for (const field of ['url', 'logo_url'] as const)
      if (!isBlank(input[field]) && !isHttpUrl(input[field] ?? '')) add(field, 'invalid_url');
  },
);
export type CustomerUpsert = BodyInput<typeof CustomerUpsert>;

export const CustomerFilters = query(
  {
    ...updatedListParameters(['created_at', 'name', 'external_id']),
    ...listExpansions(['subscriptions']),
    external_id: queryText(),
    account_type: queryChoices(['customer', 'partner']),
    customer_type: queryChoice(['company', 'individual']),
    has_customer_type: queryFlag(),
    billing_entity_codes: queryTexts(),
    countries: queryChoices(countries),
    currencies: queryChoices(currencies),
    states: queryTexts(),
    zipcodes: queryTexts(),
    has_tax_identification_number: queryFlag(),
    metadata: queryPairs(),
  },
  (input, add) => {
    if (input.has_customer_type === false && input.customer_type !== undefined) {
      add('customer_type', 'must be nil when has_customer_type is false');
    }
  },
);
export type CustomerFilters = QueryInput<typeof CustomerFilters>;

const shared = { service: 'subscription', permission: 'customer' } as const;

export const customerRoutes = {
  upsert: route({
    ...shared,
    method: 'POST',
    path: '/customers',
    summary: 'Create a customer, or update the one with this external id',
    wrapper: 'customer',
    wrapperNeedsField: true,
    body: CustomerUpsert,
    answer: { customer: SingleCustomer },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/customers',
    summary: 'List customers',
    query: CustomerFilters,
    answer: { customers: z.array(Customer), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_id',
    summary: 'Read a customer',
    answer: { customer: SingleCustomer },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/customers/:external_id',
    summary: 'Delete a customer and terminate its subscriptions',
    answer: { customer: SingleCustomer },
  }),
  portalUrl: route({
    ...shared,
    method: 'GET',
    path: '/customers/:external_customer_id/portal_url',
    summary: 'Create an address of the customer portal, valid for twelve hours',
    answer: { customer: z.object({ portal_url: z.string() }) },
  }),
};
