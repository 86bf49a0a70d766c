import type { MessageType } from '@tollgate/contracts';

type RawInput = Record<string, unknown>;

/** How the activity log describes messages of a type (customers, section 15.1). */
export interface ActivityKind {
  /** Only when the activity has another name than the message. */
  type?: string;
  resource: string;
  /** @param payload of the message @param object as the API shows it */
  resourceIdOf(payload: RawInput, object: RawInput): string;
  /** The kind of the object, when it differs from the resource. */
  object?: string;
}

const kindOf = (resource: string, idKey: string, more: Partial<ActivityKind> = {}): ActivityKind => ({
  resource,
  resourceIdOf: (payload) => String(payload[idKey]),
  ...more,
});

const invoice = kindOf('Invoice', 'invoice_id');
const integration = kindOf('Integration', 'integration_id');
const suspension: ActivityKind = {
  resource: 'Organization',
  resourceIdOf: (_payload, object) => String(object['svc_id']),
};
const ofWallet = {
  resource: 'Wallet',
  resourceIdOf: (_payload: RawInput, object: RawInput) => String(object['svc_wallet_id']),
  object: 'WalletTransaction',
};

/** By message type; other messages are no activities. */
export const activityKinds: Partial<Record<MessageType, ActivityKind>> = {
  'billable_metric.created': kindOf('BillableMetric', 'billable_metric_id'),
  'billable_metric.updated': kindOf('BillableMetric', 'billable_metric_id'),
  'billable_metric.deleted': kindOf('BillableMetric', 'billable_metric_id'),
  'plan.created': kindOf('Plan', 'plan_id'),
  'plan.updated': kindOf('Plan', 'plan_id'),
  'plan.deleted': kindOf('Plan', 'plan_id'),
  'feature.created': kindOf('Entitlement::Feature', 'feature_id'),
  'feature.updated': kindOf('Entitlement::Feature', 'feature_id'),
  'feature.deleted': kindOf('Entitlement::Feature', 'feature_id'),
  'coupon.created': kindOf('Coupon', 'coupon_id'),
  'coupon.updated': kindOf('Coupon', 'coupon_id'),
  'coupon.deleted': kindOf('Coupon', 'coupon_id'),
  'applied_coupon.created': kindOf('Coupon', 'coupon_id', { object: 'AppliedCoupon' }),
  'applied_coupon.deleted': kindOf('Coupon', 'coupon_id', { object: 'AppliedCoupon' }),
  'payment_provider.created': integration,
  'payment_provider.updated': integration,
  'payment_provider.deleted': integration,
  'tax_provider.created': integration,
  'tax_provider.updated': integration,
  'tax_provider.deleted': integration,
  'accounting_provider.created': integration,
  'accounting_provider.updated': integration,
  'accounting_provider.deleted': integration,
  'billing_entity.created': kindOf('BillingEntity', 'billing_entity_id', { type: 'billing_entities.created' }),
  'billing_entity.updated': kindOf('BillingEntity', 'billing_entity_id', { type: 'billing_entities.updated' }),
  'event_backfill.created': kindOf('EventBackfill', 'event_backfill_id'),
  'event_backfill.updated': kindOf('EventBackfill', 'event_backfill_id'),
  'portal_person.created': kindOf('PortalPerson', 'portal_person_id'),
  'portal_person.updated': kindOf('PortalPerson', 'portal_person_id'),
  'portal_person.deleted': kindOf('PortalPerson', 'portal_person_id'),
  'event_source.created': kindOf('EventSource', 'event_source_id'),
  'event_source.updated': kindOf('EventSource', 'event_source_id'),
  'event_source.deleted': kindOf('EventSource', 'event_source_id'),
  'operator.entered': kindOf('OperatorEntry', 'entry_id'),
  'operator.left': kindOf('OperatorEntry', 'entry_id'),
  'operator.suspended': suspension,
  'operator.reinstated': suspension,
  'exchange_rate.created': kindOf('ExchangeRate', 'exchange_rate_id'),
  'exchange_rate.updated': kindOf('ExchangeRate', 'exchange_rate_id'),
  'exchange_rate.deleted': kindOf('ExchangeRate', 'exchange_rate_id'),
  'customer.created': kindOf('Customer', 'customer_id'),
  'customer.updated': kindOf('Customer', 'customer_id'),
  'customer.deleted': kindOf('Customer', 'customer_id'),
  'customer.erasure_requested': kindOf('Customer', 'customer_id'),
  'customer.erased': kindOf('Customer', 'customer_id'),
  'subscription.started': kindOf('Subscription', 'subscription_id'),
  'subscription.incomplete': kindOf('Subscription', 'subscription_id'),
  'subscription.canceled': kindOf('Subscription', 'subscription_id'),
  'subscription.updated': kindOf('Subscription', 'subscription_id'),
  'subscription.terminated': kindOf('Subscription', 'subscription_id'),
  'subscription.called_off': kindOf('Subscription', 'subscription_id', { type: 'subscription.canceled' }),
  'invoice.drafted': invoice,
  'invoice.ready_to_finalize': invoice,
  'invoice.created': invoice,
  'invoice.one_off_created': invoice,
  'invoice.paid_credit_added': invoice,
  'invoice.payment_status_updated': invoice,
  'invoice.payment_overdue': invoice,
  'invoice.payment_failure': invoice,
  'invoice.voided': invoice,
  'invoice.deleted': invoice,
  'invoice.failed': invoice,
  'payment.recorded': invoice,
  'invoice.payment_refunded_externally': invoice,
  'invoice.generated': invoice,
  'invoice.einvoicing_error': invoice,
  'payment_receipt.created': kindOf('PaymentReceipt', 'payment_receipt_id'),
  'payment_receipt.generated': kindOf('PaymentReceipt', 'payment_receipt_id'),
  'payment_request.created': kindOf('PaymentRequest', 'payment_request_id'),
  'credit_note.created': kindOf('CreditNote', 'credit_note_id'),
  'credit_note.refund_failure': kindOf('CreditNote', 'credit_note_id'),
  'credit_note.generated': kindOf('CreditNote', 'credit_note_id'),
  'credit_note.einvoicing_error': kindOf('CreditNote', 'credit_note_id'),
  'wallet.created': kindOf('Wallet', 'wallet_id'),
  'wallet.updated': kindOf('Wallet', 'wallet_id'),
  // No activity has that name: the log shows a terminated wallet as changed.
  'wallet.terminated': kindOf('Wallet', 'wallet_id', { type: 'wallet.updated' }),
  'wallet_transaction.created': ofWallet,
  'wallet_transaction.updated': ofWallet,
  'wallet_transaction.payment_failure': kindOf('Wallet', 'wallet_id', { object: 'PaymentFailure' }),
};

/** Kinds of objects with change entries; the log stores their last version. */
export const changingKinds = new Set([
  'BillableMetric',
  'Plan',
  'Entitlement::Feature',
  'Coupon',
  'BillingEntity',
  'EventSource',
  'ExchangeRate',
  'PortalPerson',
  'Integration',
  'Customer',
  'Subscription',
  'Wallet',
  'WalletTransaction',
]);
