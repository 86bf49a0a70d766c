import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { anything, choice, decimalString, record, text, timestamp, withMembers } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { email } from '../http/party-fields.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choicesFilter } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { BillingEntity } from './billing-entities.js';
import { CustomerProjectedUsage } from './customer-usage.js';
import { DueAmount } from './customer-summaries.js';
import { addressFields, CustomerShippingAddress, EmbeddedCustomer } from './customers.js';
import { PortalInvoice, PortalInvoiceFilters, SinglePortalInvoice } from './portal-invoices.js';
import { NamedPlan, Subscription } from './subscriptions.js';
import { subscriptionStatuses } from './subscription-status.js';
import { walletStatuses } from './wallet-fields.js';
import { WalletTransaction } from './wallet-transactions.js';
import { Wallet } from './wallets.js';

// Customers see the objects of the interface without notes of the organization and identifiers of its other systems.

/** A customer, as it sees itself (webhooks, section 24). */
export const PortalCustomer = EmbeddedCustomer.pick({
  svc_id: true,
  external_id: true,
  customer_type: true,
  name: true,
  firstname: true,
  lastname: true,
  email: true,
  address_line1: true,
  address_line2: true,
  city: true,
  state: true,
  zipcode: true,
  country: true,
  shipping_address: true,
  legal_name: true,
  legal_number: true,
  tax_identification_number: true,
  currency: true,
  applicable_timezone: true,
}).extend({ document_locale: z.string().nullable() });
export type PortalCustomer = z.infer<typeof PortalCustomer>;

/** The issuer of a customer's invoices. */
export const PortalIssuer = BillingEntity.pick({
  name: true,
  legal_name: true,
  email: true,
  logo_url: true,
  document_locale: true,
  default_currency: true,
});
export type PortalIssuer = z.infer<typeof PortalIssuer>;

/** The organization of a customer, and the end of its address. */
export const PortalAccess = z.object({
  organization_name: z.string(),
  /** Whether the organization's own clock decides, instead of the wall clock. */
  sandbox: z.boolean(),
  expires_at: timestamp(),
});
export type PortalAccess = z.infer<typeof PortalAccess>;

/** A subscription, as its customer sees it. */
export const PortalSubscription = Subscription.pick({
  svc_id: true,
  external_id: true,
  name: true,
  plan_code: true,
  plan_amount_cents: true,
  plan_amount_currency: true,
  status: true,
  billing_time: true,
  subscription_at: true,
  started_at: true,
  trial_ended_at: true,
  ending_at: true,
  terminated_at: true,
  canceled_at: true,
  next_plan_code: true,
  downgrade_plan_date: true,
  current_billing_period_started_at: true,
  current_billing_period_ending_at: true,
}).extend({ plan: NamedPlan.nullable() });
export type PortalSubscription = z.infer<typeof PortalSubscription>;

/** Usage of the running period and its projection, without taxes. */
export const PortalUsage = CustomerProjectedUsage.omit({
  issuing_date: true,
  svc_invoice_id: true,
  taxes_amount_cents: true,
  total_amount_cents: true,
});
export type PortalUsage = z.infer<typeof PortalUsage>;

/** A wallet, as its customer sees it. */
export const PortalWallet = Wallet.pick({
  svc_id: true,
  name: true,
  code: true,
  status: true,
  priority: true,
  currency: true,
  rate_amount: true,
  credits_balance: true,
  balance_cents: true,
  consumed_credits: true,
  ongoing_balance_cents: true,
  ongoing_usage_balance_cents: true,
  credits_ongoing_balance: true,
  credits_ongoing_usage_balance: true,
  paid_top_up_min_amount_cents: true,
  paid_top_up_max_amount_cents: true,
  expiration_at: true,
  terminated_at: true,
  last_balance_sync_at: true,
  created_at: true,
});
export type PortalWallet = z.infer<typeof PortalWallet>;

/** A purchase of credits, as its customer sees it. */
export const PortalWalletTransaction = WalletTransaction.pick({
  svc_id: true,
  svc_wallet_id: true,
  status: true,
  transaction_status: true,
  amount: true,
  credit_amount: true,
  name: true,
  settled_at: true,
  created_at: true,
});
export type PortalWalletTransaction = z.infer<typeof PortalWalletTransaction>;

/** Amounts due of a customer, by currency; self-billed invoices do not count. */
export const PortalBalance = z.object({
  /** Final invoices that are not paid and not in a lost dispute. */
  open: z.array(DueAmount),
  /** Those of them that are overdue. */
  overdue: z.array(DueAmount),
});
export type PortalBalance = z.infer<typeof PortalBalance>;

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

const shared = { access: 'portal', permission: 'customer' } as const;

/** The calls that a customer makes with the token of its portal address. */
export const portalRoutes = {
  customer: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/customer',
    summary: 'Read the calling customer, its issuer and the expiry of its address',
    answer: { customer: PortalCustomer, issuer: PortalIssuer, access: PortalAccess },
  }),
  updateCustomer: route({
    ...shared,
    service: 'subscription',
    method: 'PUT',
    path: '/portal/customer',
    summary: 'Update the names, addresses and tax number of the calling customer',
    wrapper: 'customer',
    wrapperNeedsField: true,
    body: PortalCustomerUpdate,
    answer: { customer: PortalCustomer },
  }),
  invoices: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/invoices',
    summary: 'List the issued invoices of the calling customer, latest issuing date first',
    query: PortalInvoiceFilters,
    answer: { invoices: z.array(PortalInvoice), meta: Meta },
  }),
  invoice: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/invoices/:svc_id',
    summary: 'Read an issued invoice of the calling customer with its lines',
    answer: { invoice: SinglePortalInvoice },
  }),
  download: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/portal/invoices/:svc_id/download',
    summary: 'Download an invoice PDF of the calling customer',
    answer: { invoice: PortalInvoice },
  }),
  subscriptions: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/subscriptions',
    summary: 'List the subscriptions of the calling customer; only active ones by default',
    query: PortalSubscriptionFilters,
    answer: { subscriptions: z.array(PortalSubscription), meta: Meta },
  }),
  usage: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/usage',
    summary: 'Read the current usage of a subscription and its projection',
    query: PortalUsageFilters,
    answer: { usage: PortalUsage },
  }),
  wallets: route({
    ...shared,
    service: 'wallet',
    method: 'GET',
    path: '/portal/wallets',
    summary: 'List the wallets of the calling customer in the order of use; only active ones by default',
    query: PortalWalletFilters,
    answer: { wallets: z.array(PortalWallet), meta: Meta },
  }),
  topUp: route({
    ...shared,
    service: 'wallet',
    method: 'POST',
    path: '/portal/wallets/:svc_id/top_up',
    summary: 'Buy credits for a wallet of the calling customer',
    wrapper: 'wallet_transaction',
    body: PortalTopUp,
    answer: { wallet_transactions: z.array(PortalWalletTransaction) },
  }),
  overdueBalance: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/overdue_balance',
    summary: 'Read the amounts that the calling customer owes and those overdue, by currency',
    answer: { overdue_balance: PortalBalance },
  }),
};
