import type { ShippingAddress } from './customer-parts.js';
import type { InvoicedCustomer } from './embedded-customers.js';
import { noCustomerEinvoicing } from './einvoicing-settings.js';

/** An address without any line. */
export const noAddress: ShippingAddress = {
  address_line1: null,
  address_line2: null,
  city: null,
  zipcode: null,
  state: null,
  country: null,
};

/** The part of a customer that names it. */
type Identity =
  | 'svc_id'
  | 'sequential_id'
  | 'slug'
  | 'external_id'
  | 'billing_entity_code'
  | 'applicable_timezone'
  | 'created_at'
  | 'updated_at';

/** A customer that states nothing of itself, for documents of customers that are not stored. */
export const bareCustomer: Omit<InvoicedCustomer, Identity> = {
  account_type: 'customer',
  customer_type: null,
  name: null,
  firstname: null,
  lastname: null,
  email: null,
  ...noAddress,
  shipping_address: noAddress,
  phone: null,
  url: null,
  logo_url: null,
  legal_name: null,
  legal_number: null,
  tax_identification_number: null,
  external_salesforce_id: null,
  currency: null,
  timezone: null,
  net_payment_term: null,
  finalize_zero_amount_invoice: 'inherit',
  skip_invoice_custom_sections: false,
  billing_configuration: {
    invoice_grace_period: null,
    subscription_invoice_issuing_date_anchor: null,
    subscription_invoice_issuing_date_adjustment: null,
    payment_provider: null,
    payment_provider_code: null,
    document_locale: null,
  },
  einvoicing_settings: noCustomerEinvoicing,
  statement_schedule: null,
  metadata: [],
  integration_customers: [],
};
