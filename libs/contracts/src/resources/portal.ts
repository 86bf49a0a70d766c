import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { Meta, route } from '../http/route.js';
import { BillingEntity } from './billing-entities.js';
import { CustomerProjectedUsage } from './customer-usage.js';
import { DueAmount } from './customer-summaries.js';
import { EmbeddedCustomer } from './customers.js';
import { Fee } from './fees.js';
import { Invoice, InvoiceAppliedTax } from './invoices.js';
import {
  PortalCustomerUpdate,
  PortalInvoiceFilters,
  portalInvoiceStatuses,
  PortalSubscriptionFilters,
  PortalTopUp,
  PortalUsageFilters,
  PortalWalletFilters,
} from './portal-requests.js';
import { NamedPlan, Subscription } from './subscriptions.js';
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

/** An invoice, as its customer sees it. */
export const PortalInvoice = Invoice.pick({
  svc_id: true,
  number: true,
  issuing_date: true,
  payment_due_date: true,
  invoice_type: true,
  payment_status: true,
  payment_overdue: true,
  currency: true,
  fees_amount_cents: true,
  coupons_amount_cents: true,
  credit_notes_amount_cents: true,
  progressive_billing_credit_amount_cents: true,
  sub_total_excluding_taxes_amount_cents: true,
  taxes_amount_cents: true,
  sub_total_including_taxes_amount_cents: true,
  prepaid_credit_amount_cents: true,
  total_amount_cents: true,
  total_due_amount_cents: true,
  total_paid_amount_cents: true,
  purchase_order_number: true,
  file_url: true,
  xml_url: true,
  web_url: true,
  voided_at: true,
}).extend({ status: z.enum(portalInvoiceStatuses) });
export type PortalInvoice = z.infer<typeof PortalInvoice>;

/** A line of an invoice, as its customer sees it. */
export const PortalFee = Fee.pick({
  svc_id: true,
  description: true,
  units: true,
  precise_unit_amount: true,
  amount_cents: true,
  amount_currency: true,
  taxes_amount_cents: true,
  total_amount_cents: true,
  from_date: true,
  to_date: true,
}).extend({
  item: Fee.shape.item.pick({
    type: true,
    code: true,
    name: true,
    invoice_display_name: true,
    filter_invoice_display_name: true,
    grouped_by: true,
  }),
});
export type PortalFee = z.infer<typeof PortalFee>;

const InvoiceTax = InvoiceAppliedTax.pick({
  tax_name: true,
  tax_rate: true,
  amount_cents: true,
  fees_amount_cents: true,
});

/** An invoice in its own answer, with its lines. */
export const SinglePortalInvoice = PortalInvoice.extend({
  fees: z.array(PortalFee),
  applied_taxes: z.array(InvoiceTax),
});
export type SinglePortalInvoice = z.infer<typeof SinglePortalInvoice>;

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

const shared = { access: 'portal', permission: 'customer' } as const;

/** The calls that a customer makes with the token of its portal address. */
export const portalRoutes = {
  customer: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/customer',
    summary: 'Read the calling customer, its issuer, and when its address ends',
    answer: { customer: PortalCustomer, issuer: PortalIssuer, access: PortalAccess },
  }),
  updateCustomer: route({
    ...shared,
    service: 'subscription',
    method: 'PUT',
    path: '/portal/customer',
    summary: 'Change the names, addresses and tax number of the calling customer',
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
    summary: 'Ask for the file of a final invoice of the calling customer',
    answer: { invoice: PortalInvoice },
  }),
  subscriptions: route({
    ...shared,
    service: 'subscription',
    method: 'GET',
    path: '/portal/subscriptions',
    summary: 'List the subscriptions of the calling customer, the active ones unless asked otherwise',
    query: PortalSubscriptionFilters,
    answer: { subscriptions: z.array(PortalSubscription), meta: Meta },
  }),
  usage: route({
    ...shared,
    service: 'invoicing',
    method: 'GET',
    path: '/portal/usage',
    summary: 'Read the usage of the running period of a subscription, and what the period will come to',
    query: PortalUsageFilters,
    answer: { usage: PortalUsage },
  }),
  wallets: route({
    ...shared,
    service: 'wallet',
    method: 'GET',
    path: '/portal/wallets',
    summary: 'List the wallets of the calling customer in the order of use, the active ones unless asked otherwise',
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
    summary: 'Read what the calling customer owes, and what of it is overdue, by currency',
    answer: { overdue_balance: PortalBalance },
  }),
};
