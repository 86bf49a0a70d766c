const addressFields = ['address_line1', 'address_line2', 'city', 'zipcode', 'state', 'country'];

/** Columns that files of customers have whether they come or go, by their names in a call (docs/data.md). */
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

/** The same of addresses and of objects inside, with a point. */
export const customerPartColumns = [
  ...addressFields,
  ...addressFields.map((field) => `shipping_address.${field}`),
  'billing_configuration.invoice_grace_period',
  'billing_configuration.document_locale',
];
