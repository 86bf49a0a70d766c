import type { MessagePayload } from '@tollgate/contracts';
import { readPlanResource } from '@tollgate/catalog/reader';
import { readInvoiceWebhookResource } from '@tollgate/invoicing/reader';
import {
  readPaymentRefusal,
  readPaymentRequestResource,
  readPaymentResource,
  readRefusalDetails,
} from '@tollgate/payment/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import {
  PlanSubscriptionsReader,
  readCustomerResource,
  readEntitlementResources,
  readSubscriptionWebhookResource,
} from '@tollgate/subscription/reader';
import { readTransactionWebhookResource } from '@tollgate/wallet/reader';

/** The source of a webhook's payload: a reader of the service that owns the object. */
export interface PayloadSource<P = never> {
  /** Reads the id of the webhook's object. */
  idOf(payload: P): string;
  /** @param at the instant of the event, in Unix milliseconds */
  load(transaction: TenantTransaction, payload: P, at: Instant): Promise<object>;
}

export type Read = (transaction: TenantTransaction, id: string, at: Instant) => Promise<object>;

/** Loads the payload with `read` by the id in the message. */
export const resource = <K extends string>(idKey: K, read: Read): PayloadSource<Record<K, string>> => ({
  idOf: (payload) => payload[idKey],
  load: (transaction, payload, at) => read(transaction, payload[idKey], at),
});

/** Takes the object from the message itself, in its state at that time. */
export const embedded = (field: string): PayloadSource<Record<string, unknown>> => ({
  idOf: (payload) => String(payload[`${field}_id`]),
  load: (_transaction, payload) => Promise.resolve(payload[field] as object),
});

const subscriptions = new PlanSubscriptionsReader();

/** Reads a plan for its webhooks (webhooks, sections 4 and 5). */
export const readPlan: Read = async (transaction, id) => {
  const {
    fixed_charges: _fixed,
    applicable_usage_thresholds: _thresholds,
    ...plan
  } = await readPlanResource(transaction, id, subscriptions);
  return plan;
};

/** Reads a deleted plan, also without entitlements. */
export const readDeletedPlan: Read = async (transaction, id, at) => {
  const { entitlements: _entitlements, ...plan } = (await readPlan(transaction, id, at)) as Record<string, unknown>;
  return plan;
};

/** Reads a started or changed subscription with its entitlements (webhooks, section 4). */
export const readEntitledSubscription: Read = async (transaction, id, at) => ({
  ...(await readSubscriptionWebhookResource(transaction, id, at)),
  entitlements: await readEntitlementResources(transaction, id),
});

/** The optional parts of an invoice in webhooks (webhooks, section 4). */
const invoiceParts = [
  'customer',
  'subscriptions',
  'billing_periods',
  'fees',
  'credits',
  'metadata',
  'applied_taxes',
  'applied_invoice_custom_sections',
  'applied_usage_thresholds',
  'error_details',
] as const;

/** Reads an invoice with these parts and no others. */
export const invoiceWith =
  (...shown: (typeof invoiceParts)[number][]): Read =>
  async (transaction, id, at) => {
    const invoice: Record<string, unknown> = { ...(await readInvoiceWebhookResource(transaction, id, at)) };
    for (const part of invoiceParts) if (!shown.includes(part)) delete invoice[part];
    return invoice;
  };

/**
 * Omits the addresses of the file and its page from webhooks that precede the file, even when the file already exists (webhooks, section 5).
 */
export const withoutFile =
  (read: Read): Read =>
  async (transaction, id, at) => {
    const resource = await read(transaction, id, at);
    return { ...resource, file_url: null, xml_url: null, ...('web_url' in resource ? { web_url: null } : {}) };
  };

export const readWholeInvoice = invoiceWith(
  'customer',
  'billing_periods',
  'subscriptions',
  'fees',
  'credits',
  'applied_taxes',
);

/** Reads an invoice without a subscription. */
export const readSoldInvoice = invoiceWith('customer', 'fees', 'applied_taxes', 'applied_invoice_custom_sections');

/** The provider fields without a charged provider (webhooks, section 6). */
const noProvider = {
  provider_customer_id: null,
  payment_provider: null,
  payment_provider_code: null,
  provider_error: null,
};

/** Reads why the payment of an invoice failed: a provider's refusal, or a missing provider. */
export async function readPaymentFailure(
  transaction: TenantTransaction,
  { invoice_id: id, error_code: code, payment_id: paymentId, refusal }: MessagePayload<'invoice.payment_failure'>,
  at: Instant,
): Promise<object> {
  const { svc_id, customer } = await readInvoiceWebhookResource(transaction, id, at);
  const details = paymentId === undefined ? undefined : await readRefusalDetails(transaction, paymentId);
  return {
    svc_invoice_id: svc_id,
    svc_customer_id: customer.svc_id,
    external_customer_id: customer.external_id,
    ...(paymentId === undefined ? (refusal ?? noProvider) : await readPaymentRefusal(transaction, paymentId)),
    error_details: refusal ? null : (details ?? (code === undefined ? {} : { code })),
  };
}

/** Takes the customer of a provider, and what the message says of it (webhooks, section 6). */
export const aboutCustomer = <K extends 'provider_error' | 'checkout_url'>(
  key: K,
): PayloadSource<
  { customer_id: string; payment_provider: string; payment_provider_code: string } & Record<K, unknown>
> => ({
  idOf: ({ customer_id }) => customer_id,
  load: async (transaction, { customer_id, payment_provider, payment_provider_code, [key]: value }) => {
    const { svc_id, external_id } = await readCustomerResource(transaction, customer_id);
    return {
      svc_customer_id: svc_id,
      external_customer_id: external_id,
      payment_provider,
      payment_provider_code,
      [key]: value,
    };
  },
});

/** Reads why the payment of credits failed. */
export async function readCreditsFailure(
  transaction: TenantTransaction,
  {
    wallet_transaction_id: id,
    payment_id: paymentId,
    provider_error: lostBy,
  }: MessagePayload<'wallet_transaction.payment_failure'>,
): Promise<object> {
  const { wallet } = await readTransactionWebhookResource(transaction, id);
  return {
    svc_wallet_transaction_id: id,
    svc_customer_id: wallet.svc_customer_id,
    external_customer_id: wallet.external_customer_id,
    ...(paymentId === undefined ? noProvider : await readPaymentRefusal(transaction, paymentId)),
    ...(lostBy === undefined ? {} : { provider_error: lostBy }),
  };
}

/** Takes the payment, and the part of it that went back, or was to go back, without a credit note. */
export const returnedPayment: PayloadSource<MessagePayload<'payment.refunded'>> = {
  idOf: ({ payment_id }) => payment_id,
  load: async (transaction, { payment_id: id, refund }) => ({
    ...(await readPaymentResource(transaction, id)),
    refund,
  }),
};

export async function readRequestFailure(
  transaction: TenantTransaction,
  { payment_request_id: id, payment_id: paymentId }: MessagePayload<'payment_request.payment_failure'>,
): Promise<object> {
  const { svc_id, customer, invoices } = await readPaymentRequestResource(transaction, id);
  return {
    svc_payment_request_id: svc_id,
    svc_invoice_ids: invoices.map((invoice) => invoice.svc_id),
    svc_customer_id: customer.svc_id,
    external_customer_id: customer.external_id,
    ...(await readPaymentRefusal(transaction, paymentId)),
  };
}

/** Takes the alert from the message, in its state at that time. */
export const triggeredAlert: PayloadSource<MessagePayload<'alert.triggered'>> = {
  idOf: ({ triggered_alert: { svc_id } }) => svc_id,
  load: (_transaction, { triggered_alert }) => Promise.resolve(triggered_alert),
};
