import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { isHttpUrl } from '../http/guards.js';
import {
  isBlank,
  choice,
  currency,
  flag,
  integer,
  mandatoryText,
  record,
  recordList,
  text,
  textList,
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
import { email } from '../http/party-fields.js';
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
import { choiceText } from '../http/strict-fields.js';
import { described, texts } from '../http/texts.js';
import { linkableProviders } from '../payment-providers/registry.js';
import { CustomerEinvoicingInput } from './einvoicing-settings.js';
import { EmbeddedCustomer, InvoicedCustomer } from './embedded-customers.js';
import {
  addressFields,
  CustomerMetadataInput,
  CustomerShippingAddress,
  ErrorDetail,
  IntegrationCustomerInput,
  CustomerSubscription,
} from './customer-parts.js';
import { InvoiceCustomSection } from './invoice-custom-sections.js';
import { Tax } from './taxes.js';

/** A customer's billing settings, and the payment provider that charges it (customers, section 2.12). */
export const CustomerBillingConfigurationInput = described(
  bodyOf(EmbeddedCustomer.shape.billing_configuration, {
    invoice_grace_period: integer(0, bounds.days),
    subscription_invoice_issuing_date_anchor: choice(issuingDateAnchors),
    subscription_invoice_issuing_date_adjustment: choice(issuingDateAdjustments),
    document_locale: choice(documentLocales, 'not_a_valid_language_code'),
    payment_provider: choiceText(linkableProviders),
    payment_provider_code: text(),
    provider_customer_id: text(),
    sync: described(flag(), 'Whether the customer is created at the provider within the call'),
    sync_with_provider: flag(),
    provider_payment_methods: textList(),
  }),
  'Billing settings of the customer, and its payment provider',
);
export type CustomerBillingConfigurationInput = BodyInput<typeof CustomerBillingConfigurationInput>;

const withTaxes = InvoicedCustomer.extend({ taxes: z.array(Tax) });

/** A customer in lists. */
export const Customer = described(
  withTaxes.extend({
    /** Active and pending ones, on request; null where the caller may not read them. */
    subscriptions: z.array(CustomerSubscription).nullable().optional(),
  }),
  'A customer in lists, with its taxes',
);
export type Customer = z.infer<typeof Customer>;

/** A customer in its own answers. */
export const SingleCustomer = described(
  withTaxes.extend({
    applicable_invoice_custom_sections: z.array(InvoiceCustomSection),
    error_details: z.array(ErrorDetail),
  }),
  'A customer in its own answers, with its sections and errors',
);
export type SingleCustomer = z.infer<typeof SingleCustomer>;

export const CustomerUpsert = described(
  bodyOf(
    Customer,
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
      invoice_custom_section_codes: described(textList(), 'Codes of the sections', 'terms'),
      tax_codes: described(textList(), ...texts.taxCodes),
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
  ),
  'A new customer, or changes of the customer with that `external_id`',
);
export type CustomerUpsert = BodyInput<typeof CustomerUpsert>;

export const CustomerFilters = query(
  {
    ...updatedListParameters(['created_at', 'name', 'external_id']),
    ...listExpansions(['subscriptions']),
    external_id: described(queryText(), ...texts.externalId),
    account_type: described(
      queryChoices(['customer', 'partner']),
      'Whether it is a customer, or a partner that issues its own invoices',
    ),
    customer_type: described(
      queryChoice(['company', 'individual']),
      'Whether it is a company or a person; null if unknown',
    ),
    has_customer_type: described(queryFlag(), 'Whether the kind of customer is known', true),
    billing_entity_codes: described(queryTexts(), ...texts.billingEntityCodes),
    countries: described(queryChoices(countries), 'Countries', 'FR'),
    currencies: described(queryChoices(currencies), 'Currencies', 'EUR'),
    states: described(queryTexts(), 'States or regions', 'Bavaria'),
    zipcodes: described(queryTexts(), 'Postal codes', '69002'),
    has_tax_identification_number: described(queryFlag(), 'Whether the customer has a VAT number', true),
    metadata: described(queryPairs(), 'Metadata entries to match; an empty value: entries without this key', 'eu'),
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
    validates: 'after loading',
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
    handsOut: true,
    summary: 'Create an address of the customer portal, valid for twelve hours',
    answer: {
      customer: described(
        z.object({
          portal_url: described(
            z.string(),
            'Address of the customer portal, valid for twelve hours',
            'https://billing.example.com/portal/1',
          ),
        }),
        'Customer',
      ),
    },
  }),
};
