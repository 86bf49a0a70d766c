import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { documentLocales } from '../http/enums.js';
import { choice, record, text, withMembers } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { email } from '../http/party-fields.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { choicesFilter } from '../http/strict-fields.js';
import { described, shape, texts } from '../http/texts.js';
import { BillingEntity } from './billing-entities.js';
import { CustomerProjectedUsage } from './customer-usage.js';
import { DueAmount } from './customer-summaries.js';
import { addressFields, CustomerShippingAddress } from './customer-parts.js';
import { EmbeddedCustomer } from './embedded-customers.js';
import { PortalAccess } from './portal-access.js';
import { PortalInvoice, PortalInvoiceFilters, SinglePortalInvoice } from './portal-invoices.js';
import { PortalTopUp, PortalWallet, PortalWalletFilters, PortalWalletTransaction } from './portal-wallets.js';
import { NamedPlan } from './named-plans.js';
import { Subscription } from './subscriptions.js';
import { subscriptionStatuses } from './subscription-status.js';

// Customers see the objects of the interface without notes of the organization and identifiers of its other systems.

/** The states of a customer's tax number (customers, section 3). */
export const taxNumberChecks = ['malformed', 'pending', 'valid', 'invalid'] as const;
export type TaxNumberCheck = (typeof taxNumberChecks)[number];

/** A customer, as it sees itself (webhooks, section 24). */
export const PortalCustomer = described(
  EmbeddedCustomer.pick({
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
  }).extend({
    document_locale: described(z.string().nullable(), ...texts.documentLocale),
    tax_number_check: described(
      z.enum(taxNumberChecks).nullable(),
      'The answer of the VAT registry of the EU to the tax number; null where it is not looked up',
      'valid',
    ),
  }),
  'A customer in its portal',
);
export type PortalCustomer = z.infer<typeof PortalCustomer>;

/** The issuer of a customer's invoices. */
export const PortalIssuer = described(
  BillingEntity.pick({
    name: true,
    legal_name: true,
    email: true,
    logo_url: true,
    document_locale: true,
    default_currency: true,
    portal_settings: true,
  }),
  "The billing entity that issues the customer's invoices",
);
export type PortalIssuer = z.infer<typeof PortalIssuer>;

/** A subscription, as its customer sees it. */
export const PortalSubscription = described(
  Subscription.pick({
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
    ending_requested_at: true,
    next_plan_code: true,
    downgrade_plan_date: true,
    current_billing_period_started_at: true,
    current_billing_period_ending_at: true,
    plan_period_started_at: true,
    plan_period_ending_at: true,
    renews_at: true,
    next_invoice_at: true,
  }).extend({ plan: NamedPlan.nullable() }),
  'A subscription in the customer portal',
);
export type PortalSubscription = z.infer<typeof PortalSubscription>;

/** Usage of the running period and its projection, without taxes. */
export const PortalUsage = described(
  CustomerProjectedUsage.omit({
    issuing_date: true,
    svc_invoice_id: true,
    taxes_amount_cents: true,
    total_amount_cents: true,
  }),
  'Usage of the current period and its projection, without taxes',
);
export type PortalUsage = z.infer<typeof PortalUsage>;

/** Amounts due of a customer, by currency; self-billed invoices do not count. */
export const PortalBalance = shape('Amounts due of a customer, by currency; self-billed invoices do not count', {
  /** Final invoices that are not paid and not in a lost dispute. */
  open: z.array(DueAmount),
  /** Those of them that are overdue. */
  overdue: z.array(DueAmount),
});
export type PortalBalance = z.infer<typeof PortalBalance>;

/** The fields that a customer may change (customers, section 3). */
export const PortalCustomerUpdate = described(
  bodyOf(PortalCustomer, {
    customer_type: described(choice(['company', 'individual']), 'Whether it is a company or a person; null if unknown'),
    name: described(text(), ...texts.customerName),
    firstname: described(text(), 'First name', 'Ada'),
    lastname: described(text(), 'Last name', 'Martin'),
    legal_name: described(text(), ...texts.legalName),
    tax_identification_number: described(text(), ...texts.vatNumber),
    email: described(email(), ...texts.email),
    document_locale: choice(documentLocales, 'not_a_valid_language_code'),
    ...addressFields,
    shipping_address: withMembers(record(), CustomerShippingAddress),
  }),
  'Changes by a customer to its own data; absent fields stay as they are',
);
export type PortalCustomerUpdate = BodyInput<typeof PortalCustomerUpdate>;

export const PortalSubscriptionFilters = query({
  ...listParameters(['subscription_at', 'created_at']),
  plan_code: described(queryText(), ...texts.planCode),
  status: described(choicesFilter(subscriptionStatuses), ...texts.filteredState),
  currency: described(queryText(), ...texts.currency),
});
export type PortalSubscriptionFilters = QueryInput<typeof PortalSubscriptionFilters>;

export const PortalUsageFilters = query(
  { external_subscription_id: described(queryText(), ...texts.externalSubscriptionId) },
  (input, add) => {
    if (!input.external_subscription_id) add('external_subscription_id', 'value_is_mandatory');
  },
);
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
    portalSection: 'profile',
    summary: 'Update the names, addresses and tax number of the calling customer',
    wrapper: 'customer',
    wrapperNeedsField: true,
    body: PortalCustomerUpdate,
    validates: 'after loading',
    answer: { customer: PortalCustomer },
  }),
  invoices: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/invoices',
    portalSection: 'invoices',
    summary: 'List the issued invoices of the calling customer, latest issuing date first',
    query: PortalInvoiceFilters,
    answer: { invoices: z.array(PortalInvoice), meta: Meta },
  }),
  invoice: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/invoices/:svc_id',
    portalSection: 'invoices',
    summary: 'Read an issued invoice of the calling customer with its lines',
    answer: { invoice: SinglePortalInvoice },
  }),
  download: route({
    ...shared,
    service: 'document',
    method: 'POST',
    path: '/portal/invoices/:svc_id/download',
    readsOnly: true,
    portalSection: 'invoices',
    summary: 'Download an invoice PDF of the calling customer',
    answer: { invoice: PortalInvoice },
  }),
  subscriptions: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/subscriptions',
    portalSection: 'subscriptions',
    summary: 'List the subscriptions of the calling customer; only active ones by default',
    query: PortalSubscriptionFilters,
    answer: { subscriptions: z.array(PortalSubscription), meta: Meta },
  }),
  usage: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/usage',
    portalSection: 'subscriptions',
    summary: 'Read the current usage of a subscription and its projection',
    query: PortalUsageFilters,
    answer: { usage: PortalUsage },
  }),
  wallets: route({
    ...shared,
    service: 'wallet',
    method: 'GET',
    path: '/portal/wallets',
    portalSection: 'wallets',
    summary: 'List the wallets of the calling customer in the order of use; only active ones by default',
    query: PortalWalletFilters,
    answer: { wallets: z.array(PortalWallet), meta: Meta },
  }),
  topUp: route({
    ...shared,
    service: 'wallet',
    method: 'POST',
    path: '/portal/wallets/:svc_id/top_up',
    portalSection: 'wallets',
    summary: 'Buy credits for a wallet of the calling customer',
    wrapper: 'wallet_transaction',
    body: PortalTopUp,
    repetition: 'answered',
    answer: { wallet_transactions: z.array(PortalWalletTransaction) },
  }),
  overdueBalance: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/overdue_balance',
    portalSection: 'invoices',
    summary: 'Read the amounts that the calling customer owes and those overdue, by currency',
    answer: { overdue_balance: PortalBalance },
  }),
};
