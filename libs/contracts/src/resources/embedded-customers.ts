import { z } from 'zod';
import { issuingDateAdjustments, issuingDateAnchors, statementSchedules } from '../http/enums.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { providerKind } from '../payment-providers/provider-kind.js';
import { CustomerMetadata, IntegrationCustomer, ShippingAddress } from './customer-parts.js';
import { CustomerEinvoicingSettings } from './einvoicing-settings.js';

const nullableText = () => z.string().nullable();

/** A customer as it is embedded in other documents (customers, section 2.2). */
export const EmbeddedCustomer = shape('A customer within other objects', {
  svc_id: svcId(),
  sequential_id: described(z.int(), ...texts.sequentialId),
  slug: described(z.string(), ...texts.slug),
  external_id: described(z.string(), ...texts.externalId),
  account_type: described(
    z.enum(['customer', 'partner']),
    'Whether it is a customer, or a partner that issues its own invoices',
  ),
  customer_type: described(
    z.enum(['company', 'individual']).nullable(),
    'Whether it is a company or a person; null if unknown',
  ),
  billing_entity_code: described(z.string(), ...texts.billingEntityCode),
  name: described(nullableText(), ...texts.customerName),
  firstname: described(nullableText(), 'First name', 'Ada'),
  lastname: described(nullableText(), 'Last name', 'Martin'),
  email: described(nullableText(), ...texts.email),
  address_line1: described(nullableText(), ...texts.addressLine1),
  address_line2: described(nullableText(), ...texts.addressLine2),
  city: described(nullableText(), ...texts.city),
  state: described(nullableText(), ...texts.region),
  zipcode: described(nullableText(), ...texts.zipcode),
  country: described(nullableText(), ...texts.country),
  shipping_address: ShippingAddress,
  phone: described(nullableText(), ...texts.phone),
  url: described(nullableText(), 'Web address', 'https://acme.example'),
  logo_url: described(nullableText(), 'Address of its logo, readable without a key', 'https://acme.example/logo.png'),
  legal_name: described(nullableText(), ...texts.legalName),
  legal_number: described(nullableText(), ...texts.legalNumber),
  tax_identification_number: described(nullableText(), ...texts.vatNumber),
  external_salesforce_id: described(nullableText(), 'Identifier of the customer at Salesforce', '0015g00000'),
  currency: described(nullableText(), ...texts.currency),
  timezone: described(nullableText(), ...texts.timezone),
  applicable_timezone: described(
    z.string(),
    'Effective time zone: its own, or that of the billing entity',
    'Europe/Paris',
  ),
  net_payment_term: described(z.int().nullable(), ...texts.netPaymentTerm),
  finalize_zero_amount_invoice: described(
    z.enum(['inherit', 'skip', 'finalize']),
    'Whether invoices without an amount are issued',
  ),
  skip_invoice_custom_sections: described(z.boolean(), 'Whether documents leave out custom sections'),
  billing_configuration: described(
    z.object({
      invoice_grace_period: described(z.int().nullable(), 'Number of days during which an invoice stays a draft', 3),
      subscription_invoice_issuing_date_anchor: described(
        z.enum(issuingDateAnchors).nullable(),
        'Anchor of the issuing date',
      ),
      subscription_invoice_issuing_date_adjustment: described(
        z.enum(issuingDateAdjustments).nullable(),
        'Whether the issuing date moves to the day of finalization',
      ),
      payment_provider: described(nullableText(), ...providerKind),
      payment_provider_code: described(nullableText(), ...texts.paymentProviderCode),
      document_locale: described(nullableText(), ...texts.documentLocale),
      /** Only for a customer with a payment provider. */
      provider_customer_id: described(
        nullableText().optional(),
        "The provider's identifier of the customer",
        'cus_P9x',
      ),
      sync_with_provider: described(
        z.boolean().nullable().optional(),
        'Whether the service creates the customer at the provider',
      ),
      /** Only for a customer of a provider with ways to pay to choose from. */
      provider_payment_methods: described(
        z.array(z.string()).optional(),
        'Kinds of payment methods that the provider offers',
        'card',
      ),
    }),
    'Billing settings',
  ),
  einvoicing_settings: CustomerEinvoicingSettings,
  /** Null: that of its billing entity. */
  statement_schedule: described(
    z.enum(statementSchedules).nullable(),
    'Frequency of statements of account; null: that of the billing entity',
    'monthly',
  ),
  metadata: z.array(CustomerMetadata),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type EmbeddedCustomer = z.infer<typeof EmbeddedCustomer>;

/** A customer as invoices embed it. */
export const InvoicedCustomer = described(
  EmbeddedCustomer.extend({ integration_customers: z.array(IntegrationCustomer) }),
  'A customer within invoices, with its identifiers in other systems',
);
export type InvoicedCustomer = z.infer<typeof InvoicedCustomer>;
