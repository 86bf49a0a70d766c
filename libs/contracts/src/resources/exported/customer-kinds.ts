import { CustomerFilters, Customer, customerRoutes } from '../customers.js';
import { Subscription, SubscriptionFilters, subscriptionRoutes } from '../subscriptions.js';
import { byUpdate, exportKind, withMainUnits } from './export-kind.js';

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

export const customersKind = exportKind({
  service: 'subscription',
  name: 'customers',
  row: 'A customer; imports accept the columns that requests have',
  record: Customer,
  filters: CustomerFilters,
  shownBy: [customerRoutes.list],
  own: { metadata: ['json', 'Metadata of the organization'] },
  changes: byUpdate,
  columns: [
    'svc_id',
    ...customerColumns,
    'sequential_id',
    'slug',
    ...customerPartColumns,
    'metadata',
    'created_at',
    'updated_at',
  ],
});

export const subscriptionsKind = exportKind({
  service: 'subscription',
  name: 'subscriptions',
  row: 'A subscription; only active ones without a filter by status, as in the list',
  record: Subscription,
  filters: SubscriptionFilters,
  shownBy: [subscriptionRoutes.list],
  currency: 'plan_amount_currency',
  own: { activation_rules: ['json', 'Conditions that it waited or waits for'] },
  changes: byUpdate,
  columns: withMainUnits([
    'svc_id',
    'external_id',
    'svc_customer_id',
    'external_customer_id',
    'name',
    'billing_entity_code',
    'plan_code',
    'plan_amount_cents',
    'plan_amount_currency',
    'status',
    'billing_time',
    'subscription_at',
    'started_at',
    'activated_at',
    'trial_ended_at',
    'ending_at',
    'terminated_at',
    'canceled_at',
    'cancellation_reason',
    'ending_requested_at',
    'ending_reason',
    'previous_plan_code',
    'next_plan_code',
    'downgrade_plan_date',
    'current_billing_period_started_at',
    'current_billing_period_ending_at',
    'plan_period_started_at',
    'plan_period_ending_at',
    'renews_at',
    'next_invoice_at',
    'on_termination_credit_note',
    'on_termination_invoice',
    'progressive_billing_disabled',
    'consolidate_invoice',
    'purchase_order_number',
    'payment_method',
    'activation_rules',
    'created_at',
  ]),
});
