import type { Message, MessageType } from '@tollgate/contracts';
import {
  readCreditNoteWebhookResource,
  readInvoiceResources,
  readInvoiceWebhookResource,
} from '@tollgate/invoicing/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { readCustomerResource, readSubscriptionWebhookResource } from '@tollgate/subscription/reader';
import { embedded, resource, type PayloadSource } from './payloads/payload-source.js';
import { payloadSources } from './payloads/payloads.js';
import type { WebhookSourceMessage, WebhookSourceType } from './payloads/source-types.js';

/** Sources of messages without a webhook, for the activity log only. */
const loggedSources = {
  'coupon.created': embedded('coupon'),
  'coupon.updated': embedded('coupon'),
  'coupon.deleted': embedded('coupon'),
  'applied_coupon.created': embedded('applied_coupon'),
  'applied_coupon.deleted': embedded('applied_coupon'),
  'billing_entity.created': embedded('billing_entity'),
  'billing_entity.updated': embedded('billing_entity'),
  'event_backfill.created': embedded('event_backfill'),
  'event_backfill.updated': embedded('event_backfill'),
  'event_source.created': embedded('event_source'),
  'event_source.updated': embedded('event_source'),
  'event_source.deleted': embedded('event_source'),
  'operator.entered': embedded('entry'),
  'operator.left': embedded('entry'),
  'operator.suspended': embedded('suspension'),
  'operator.reinstated': embedded('suspension'),
  'portal_person.created': embedded('portal_person'),
  'portal_person.updated': embedded('portal_person'),
  'portal_person.deleted': embedded('portal_person'),
  'exchange_rate.created': embedded('exchange_rate'),
  'exchange_rate.updated': embedded('exchange_rate'),
  'exchange_rate.deleted': embedded('exchange_rate'),
  'payment_provider.created': embedded('integration'),
  'payment_provider.updated': embedded('integration'),
  'payment_provider.deleted': embedded('integration'),
  'tax_provider.created': embedded('integration'),
  'tax_provider.updated': embedded('integration'),
  'tax_provider.deleted': embedded('integration'),
  'accounting_provider.created': embedded('integration'),
  'accounting_provider.updated': embedded('integration'),
  'accounting_provider.deleted': embedded('integration'),
  'customer.deleted': resource('customer_id', readCustomerResource),
  'customer.erasure_requested': resource('customer_id', readCustomerResource),
  'customer.erased': resource('customer_id', readCustomerResource),
  'payment.recorded': resource('invoice_id', readInvoiceWebhookResource),
  'subscription.called_off': resource('subscription_id', readSubscriptionWebhookResource),
  'invoice.failed': resource('invoice_id', readInvoiceWebhookResource),
  'invoice.payment_refunded_externally': resource('invoice_id', readInvoiceWebhookResource),
} as const satisfies Partial<Record<MessageType, PayloadSource>>;

/** Sources of activity objects that differ from the webhook's object. */
const activitySources: Partial<Record<MessageType, PayloadSource>> = {
  'credit_note.refund_failure': resource('credit_note_id', readCreditNoteWebhookResource),
};

export type LoggedType = keyof typeof loggedSources;
export const loggedTypes = Object.keys(loggedSources) as LoggedType[];

/** A message with a webhook or an activity. */
export type SourceMessage = Message<WebhookSourceType | LoggedType>;
export const hasWebhook = (message: SourceMessage): message is WebhookSourceMessage => message.type in payloadSources;

/** Reads the invoices of messages at once, as lists show them, by id: a billing run brings many. */
export async function readInvoicesOf(
  transaction: TenantTransaction,
  sources: SourceMessage[],
): Promise<Map<string | undefined, object>> {
  const ids = sources.map(invoiceIdOf).filter((id) => id !== undefined);
  return ids.length === 0 ? new Map() : readInvoiceResources(transaction, [...new Set(ids)]);
}

export const invoiceIdOf = ({ payload }: SourceMessage): string | undefined =>
  'invoice_id' in payload ? payload.invoice_id : undefined;

/** Reads the object of an activity when it differs from the webhook's object; else null. */
export async function loadActivityObject(
  transaction: TenantTransaction,
  { type, payload, occurred_at: at }: SourceMessage,
): Promise<object | null> {
  const source: PayloadSource<typeof payload> | undefined = activitySources[type];
  return source ? source.load(transaction, payload, Date.parse(at)) : null;
}

/** Reads the object of a message; null for a message of an older version without it. */
export async function loadObject(transaction: TenantTransaction, message: SourceMessage): Promise<object | null> {
  const source = (
    hasWebhook(message) ? payloadSources[message.type] : loggedSources[message.type as LoggedType]
  ) as PayloadSource<SourceMessage['payload']>;
  return (await source.load(transaction, message.payload, Date.parse(message.occurred_at))) ?? null;
}
