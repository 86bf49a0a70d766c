import type { Route } from '../http/route.js';
import type { ServiceSchema } from '../services.js';
import { addOnRoutes } from './add-ons.js';
import { appliedCouponRoutes } from './applied-coupons.js';
import { billableMetricRoutes } from './billable-metrics.js';
import { billingEntityRoutes } from './billing-entities.js';
import { bulkActRoutes } from './bulk-acts.js';
import { couponRoutes } from './coupons.js';
import { creditNoteRoutes } from './credit-notes.js';
import { customerRoutes } from './customers.js';
import { dunningCampaignRoutes } from './dunning-campaigns.js';
import { featureRoutes } from './features.js';
import { feeRoutes } from './fees.js';
import { invoiceCustomSectionRoutes } from './invoice-custom-sections.js';
import { invoiceRoutes, visibleInvoiceStatuses } from './invoices.js';
import { paymentMethodRoutes } from './payment-methods.js';
import { paymentReceiptRoutes } from './payment-receipts.js';
import { paymentRequestRoutes } from './payment-requests.js';
import { paymentRoutes } from './payments.js';
import { planRoutes } from './plans.js';
import { planMigrationRoutes } from './plan-migrations.js';
import { priceTestRoutes } from './price-tests.js';
import { subscriptionRoutes } from './subscriptions.js';
import { taxRoutes } from './taxes.js';
import { walletTransactionRoutes } from './wallet-transactions.js';
import { walletRoutes } from './wallets.js';

/** A kind of objects whose changes are in the feed. */
export interface ChangeKind {
  /** The call that lists the objects: who may make it sees their changes. */
  list: Route;
  /** The table that has a row for each object, with the columns `id` and `organization_id`. */
  table: `${ServiceSchema}.${string}`;
  /** SQL for the rows that calls show, with columns alone; absent for all rows. */
  shown?: string;
  /** The column with the identifier of the organization's own, if the objects have one. */
  named?: 'external_id' | 'code';
  /** Tables with parts of the object, and the column with its id: their changes are changes of the object. */
  parts?: Readonly<Record<string, string>>;
}

const live = 'deleted_at is null';
const textOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * The kinds of objects in the feed of changes, each declared here alone. The triggers that write the log, the values of
 * `types` and the permissions follow from it (docs/decisions/0024-one-feed-of-changes.md).
 */
export const changeKinds = {
  add_on: {
    list: addOnRoutes.list,
    table: 'catalog.add_ons',
    shown: live,
    named: 'code',
    parts: { 'catalog.add_on_taxes': 'add_on_id' },
  },
  applied_coupon: { list: appliedCouponRoutes.list, table: 'invoicing.applied_coupons' },
  billable_metric: {
    list: billableMetricRoutes.list,
    table: 'catalog.billable_metrics',
    shown: live,
    named: 'code',
    parts: { 'catalog.billable_metric_filters': 'billable_metric_id' },
  },
  billing_entity: {
    list: billingEntityRoutes.list,
    table: 'catalog.billing_entities',
    shown: 'archived_at is null',
    named: 'code',
    parts: {
      'catalog.billing_entity_taxes': 'billing_entity_id',
      'catalog.billing_entity_invoice_custom_sections': 'billing_entity_id',
    },
  },
  bulk_act: { list: bulkActRoutes.list, table: 'identity.bulk_acts' },
  coupon: {
    list: couponRoutes.list,
    table: 'catalog.coupons',
    shown: live,
    named: 'code',
    parts: { 'catalog.coupon_plans': 'coupon_id', 'catalog.coupon_metrics': 'coupon_id' },
  },
  credit_note: { list: creditNoteRoutes.list, table: 'invoicing.credit_notes', shown: "status = 'finalized'" },
  customer: {
    list: customerRoutes.list,
    table: 'subscription.customers',
    shown: live,
    named: 'external_id',
    parts: {
      'subscription.customer_metadata': 'customer_id',
      'subscription.customer_taxes': 'customer_id',
      'subscription.portal_people': 'customer_id',
      'subscription.integration_customers': 'customer_id',
    },
  },
  dunning_campaign: {
    list: dunningCampaignRoutes.list,
    table: 'payment.dunning_campaigns',
    shown: live,
    named: 'code',
    parts: { 'payment.dunning_thresholds': 'dunning_campaign_id' },
  },
  feature: {
    list: featureRoutes.list,
    table: 'catalog.features',
    shown: live,
    named: 'code',
    parts: { 'catalog.privileges': 'feature_id' },
  },
  fee: { list: feeRoutes.list, table: 'invoicing.fees', shown: live },
  invoice: {
    list: invoiceRoutes.list,
    table: 'invoicing.invoices',
    shown: `status in (${textOf(visibleInvoiceStatuses)})`,
    parts: { 'invoicing.invoice_metadata': 'invoice_id' },
  },
  invoice_custom_section: {
    list: invoiceCustomSectionRoutes.list,
    table: 'catalog.invoice_custom_sections',
    shown: live,
    named: 'code',
    parts: { 'catalog.billing_entity_invoice_custom_sections': 'invoice_custom_section_id' },
  },
  payment: { list: paymentRoutes.list, table: 'payment.payments' },
  payment_method: { list: paymentMethodRoutes.list, table: 'payment.payment_methods', shown: live },
  payment_receipt: { list: paymentReceiptRoutes.list, table: 'payment.payment_receipts' },
  payment_request: { list: paymentRequestRoutes.list, table: 'payment.payment_requests' },
  plan: {
    list: planRoutes.list,
    table: 'catalog.plans',
    shown: 'deleted_at is null and parent_id is null',
    named: 'code',
    parts: {
      'catalog.charges': 'plan_id',
      'catalog.fixed_charges': 'plan_id',
      'catalog.minimum_commitments': 'plan_id',
      'catalog.plan_entitlements': 'plan_id',
      'catalog.plan_taxes': 'plan_id',
      'catalog.usage_thresholds': 'plan_id',
    },
  },
  plan_migration: { list: planMigrationRoutes.list, table: 'subscription.plan_migrations' },
  price_test: { list: priceTestRoutes.list, table: 'invoicing.price_tests' },
  subscription: {
    list: subscriptionRoutes.list,
    table: 'subscription.subscriptions',
    named: 'external_id',
    parts: { 'subscription.entitlements': 'subscription_id', 'subscription.usage_thresholds': 'subscription_id' },
  },
  tax: {
    list: taxRoutes.list,
    table: 'catalog.taxes',
    shown: live,
    named: 'code',
    parts: { 'catalog.billing_entity_taxes': 'tax_id' },
  },
  wallet: {
    list: walletRoutes.list,
    table: 'wallet.wallets',
    parts: { 'wallet.recurring_rules': 'wallet_id' },
  },
  wallet_transaction: {
    list: walletTransactionRoutes.list,
    table: 'wallet.transactions',
    shown: 'not reserved',
  },
} as const satisfies Record<string, ChangeKind>;

export type ChangeType = keyof typeof changeKinds;
export const changeTypes = Object.keys(changeKinds) as [ChangeType, ...ChangeType[]];

/** The declaration of a kind. */
export const changeKindOf = (type: ChangeType): ChangeKind => changeKinds[type];
