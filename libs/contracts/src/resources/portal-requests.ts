import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { anything, choice, decimalString, record, text, withMembers } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { email } from '../http/party-fields.js';
import { pagination, query, queryChoice, queryChoices, queryFlag, queryText, type QueryInput } from '../http/query.js';
import { choicesFilter } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { addressFields, CustomerShippingAddress } from './customers.js';
import { invoicePaymentStatuses } from './invoices.js';
import { subscriptionStatuses } from './subscription-status.js';
import { walletStatuses } from './wallet-fields.js';

/** The statuses of the invoices that customers see: only issued ones. */
export const portalInvoiceStatuses = ['finalized', 'voided'] as const;

/** The fields that a customer may change (customers, section 3). */
export const PortalCustomerUpdate = body({
  customer_type: choice(['company', 'individual']),
  name: text(),
  firstname: text(),
  lastname: text(),
  legal_name: text(),
  tax_identification_number: text(),
  email: email(),
  document_locale: choice(documentLocales, 'not_a_valid_language_code'),
  ...addressFields,
  shipping_address: withMembers(record(), CustomerShippingAddress),
});
export type PortalCustomerUpdate = BodyInput<typeof PortalCustomerUpdate>;

// The credits have an order of validation and codes of their own (wallets, section 3.4).
export const PortalTopUp = body({ paid_credits: expected(strictly(anything(), decimalString())) });
export type PortalTopUp = BodyInput<typeof PortalTopUp>;

export const PortalInvoiceFilters = query({
  ...listParameters(['issuing_date', 'created_at', 'payment_due_date', 'total_amount_cents']),
  status: queryChoice(portalInvoiceStatuses),
  payment_status: queryChoice(invoicePaymentStatuses),
  payment_statuses: queryChoices(invoicePaymentStatuses),
  payment_overdue: queryFlag(),
  currency: queryText(),
});
export type PortalInvoiceFilters = QueryInput<typeof PortalInvoiceFilters>;

export const PortalSubscriptionFilters = query({
  ...listParameters(['subscription_at', 'created_at']),
  plan_code: queryText(),
  status: choicesFilter(subscriptionStatuses),
  currency: queryText(),
});
export type PortalSubscriptionFilters = QueryInput<typeof PortalSubscriptionFilters>;

export const PortalWalletFilters = query({ ...pagination, status: queryChoice(walletStatuses), currency: queryText() });
export type PortalWalletFilters = QueryInput<typeof PortalWalletFilters>;

export const PortalUsageFilters = query({ external_subscription_id: queryText() }, (input, add) => {
  if (!input.external_subscription_id) add('external_subscription_id', 'value_is_mandatory');
});
export type PortalUsageFilters = QueryInput<typeof PortalUsageFilters>;
