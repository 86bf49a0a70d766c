/** Columns of exported payments, named as in their answers; amounts in cents and in main units. */
export const paymentColumns = [
  'svc_id',
  'external_customer_id',
  'payable_type',
  'svc_payable_id',
  'invoice_numbers',
  'invoice_ids',
  'amount_currency',
  'amount_cents',
  'amount',
  'payment_status',
  'status',
  'type',
  'reference',
  'payment_provider_code',
  'payment_provider_type',
  'provider_payment_id',
  'created_at',
];

/** Columns of exported receipts, with those of their payments. */
export const receiptColumns = [
  'svc_id',
  'number',
  'created_at',
  'payment.svc_id',
  'payment.external_customer_id',
  'payment.invoice_numbers',
  'payment.amount_currency',
  'payment.amount_cents',
  'payment.amount',
  'payment.type',
  'payment.reference',
  'payment.payment_provider_code',
  'payment.payment_provider_type',
  'payment.provider_payment_id',
  'payment.created_at',
];
