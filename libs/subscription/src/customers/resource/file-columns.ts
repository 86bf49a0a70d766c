const addressFields = ['address_line1', 'address_line2', 'city', 'zipcode', 'state', 'country'];

/** Columns of imports and exports of customers, by their field names in requests (docs/concepts/data.md). */
export const customerColumns = [
  'external_id',
  'account_type',
  'customer_type',
  'name',
  'firstname',
  'lastname',
  'email',
  'legal_name',
  'legal_number',
  'tax_identification_number',
  'phone',
  'url',
  'logo_url',
  'currency',
  'timezone',
  'net_payment_term',
  'finalize_zero_amount_invoice',
  'billing_entity_code',
];

/** Columns of nested objects and addresses, with a point. */
export const customerPartColumns = [
  ...addressFields,
  ...addressFields.map((field) => `shipping_address.${field}`),
  'billing_configuration.invoice_grace_period',
  'billing_configuration.document_locale',
];
