import {
  einvoicingDetails,
  messages,
  webhookTypes,
  type Message,
  type MessagePayload,
  type MessageType,
  type WebhookType,
} from '@tollgate/contracts';
import { readBillableMetricResource, readFeatureResource } from '@tollgate/catalog/reader';
import {
  readCreditNoteWebhookResource,
  readFeeWebhookResource,
  readInvoiceWebhookResource,
  readPassedThreshold,
} from '@tollgate/invoicing/reader';
import {
  readPaymentReceiptResource,
  readPaymentRefusal,
  readPaymentRequestResource,
  readPaymentResource,
  readSucceededPayment,
} from '@tollgate/payment/reader';
import { pageAddress, signedAddress } from '@tollgate/platform';
import {
  readCustomerResource,
  readSubscriptionWebhookResource,
  readThresholdResources,
} from '@tollgate/subscription/reader';
import {
  readPlainWalletResource,
  readTransactionWebhookResource,
  readWalletWebhookResource,
} from '@tollgate/wallet/reader';
import {
  aboutCustomer,
  embedded,
  invoiceWith,
  readCreditsFailure,
  readDeletedPlan,
  readEntitledSubscription,
  readPaymentFailure,
  readPlan,
  readRequestFailure,
  readSoldInvoice,
  readWholeInvoice,
  resource,
  returnedPayment,
  triggeredAlert,
  withoutFile,
  type PayloadSource,
} from './payload-readers.js';

/** Messages whose webhook has another name: several services publish the same event. */
const otherNames = { 'wallet.alert_triggered': 'alert.triggered' } as const satisfies Partial<
  Record<MessageType, WebhookType>
>;

/** An internal message with a webhook, mostly of the same name. */
export type WebhookSourceType = (MessageType & WebhookType) | keyof typeof otherNames;
/** Selects the webhook type of a message. */
export const webhookTypeOf = (type: WebhookSourceType): WebhookType =>
  type in otherNames ? otherNames[type as keyof typeof otherNames] : (type as WebhookType);
export type WebhookSourceMessage = Message<WebhookSourceType>;

const isHandledHere = (type: MessageType) =>
  (messages[type].consumers as readonly string[]).includes('webhook-delivery');

/** All message types with a webhook. */
export const webhookSourceTypes = (Object.keys(messages) as MessageType[]).filter(
  (type): type is WebhookSourceType => isHandledHere(type) && (type in webhookTypes || type in otherNames),
);

/** The source of each message's payload, one line a type (webhooks, section 4). */
export const payloadSources: { [T in WebhookSourceType]: PayloadSource<MessagePayload<T>> } = {
  'billable_metric.created': resource('billable_metric_id', readBillableMetricResource),
  'billable_metric.updated': resource('billable_metric_id', readBillableMetricResource),
  'billable_metric.deleted': resource('billable_metric_id', readBillableMetricResource),
  'plan.created': resource('plan_id', readPlan),
  'plan.updated': resource('plan_id', readPlan),
  'plan.deleted': resource('plan_id', readDeletedPlan),
  'feature.created': resource('feature_id', readFeatureResource),
  'feature.updated': resource('feature_id', readFeatureResource),
  'feature.deleted': resource('feature_id', readFeatureResource),
  'customer.created': resource('customer_id', readCustomerResource),
  'customer.updated': resource('customer_id', readCustomerResource),
  'customer.vies_check': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id, vies_check }) => ({
      ...(await readCustomerResource(transaction, customer_id)),
      vies_check,
    }),
  },
  'customer.tax_provider_error': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id: id, ...refusal }) => {
      const { external_id } = await readCustomerResource(transaction, id);
      return { svc_customer_id: id, external_customer_id: external_id, ...refusal };
    },
  },
  'customer.accounting_provider_created': resource('customer_id', readCustomerResource),
  'customer.accounting_provider_error': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id: id, document_type: _, ...refusal }) => {
      const { external_id } = await readCustomerResource(transaction, id);
      return { svc_customer_id: id, external_customer_id: external_id, ...refusal };
    },
  },
  'integration.provider_error': {
    idOf: ({ integration_id }) => integration_id,
    load: (_transaction, { integration_id, ...refusal }) =>
      Promise.resolve({ svc_integration_id: integration_id, ...refusal }),
  },
  'fee.tax_provider_error': {
    idOf: ({ fee_id }) => fee_id,
    load: (_transaction, { fee_id: _, charge_id, ...refusal }) =>
      Promise.resolve({ svc_charge_id: charge_id, ...refusal }),
  },
  'customer.payment_provider_created': resource('customer_id', readCustomerResource),
  'customer.payment_provider_error': aboutCustomer('provider_error'),
  'customer.checkout_url_generated': aboutCustomer('checkout_url'),
  'payment_provider.error': {
    idOf: ({ payment_provider_id }) => payment_provider_id,
    load: (_transaction, { payment_provider_error }) => Promise.resolve(payment_provider_error),
  },
  'subscription.started': resource('subscription_id', readEntitledSubscription),
  'subscription.updated': resource('subscription_id', readEntitledSubscription),
  'subscription.incomplete': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.canceled': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.terminated': resource('subscription_id', readSubscriptionWebhookResource),
  'event.error': {
    idOf: ({ event_id }) => event_id,
    load: (_transaction, { errors, event }) =>
      Promise.resolve({
        status: 422,
        error: 'Unprocessable entity',
        message: JSON.stringify(errors),
        event,
      }),
  },
  'events.errors': {
    idOf: ({ check_id }) => check_id,
    load: (_transaction, { check_id: _, ...errors }) => Promise.resolve({ missing_group_key: null, ...errors }),
  },
  'fee.created': resource('fee_id', readFeeWebhookResource),
  'alert.triggered': triggeredAlert,
  'wallet.alert_triggered': triggeredAlert,
  'wallet.depleted_ongoing_balance': resource('wallet_id', readPlainWalletResource),
  'subscription.trial_ended': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.termination_alert': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.usage_threshold_reached': {
    idOf: ({ subscription_id: id }) => id,
    load: async (transaction, { subscription_id: id, applied_usage_threshold_id: thresholdId }, at) => ({
      ...(await readSubscriptionWebhookResource(transaction, id, at)),
      usage_threshold: await readPassedThreshold(transaction, thresholdId),
      applicable_usage_thresholds: await readThresholdResources(transaction, id),
    }),
  },
  'invoice.created': resource('invoice_id', withoutFile(readInvoiceWebhookResource)),
  'invoice.one_off_created': resource('invoice_id', withoutFile(readSoldInvoice)),
  'invoice.paid_credit_added': resource('invoice_id', withoutFile(readSoldInvoice)),
  'invoice.drafted': resource('invoice_id', readInvoiceWebhookResource),
  'invoice.ready_to_finalize': resource('invoice_id', readInvoiceWebhookResource),
  'invoice.voided': resource('invoice_id', readWholeInvoice),
  'invoice.deleted': resource('invoice_id', readWholeInvoice),
  'invoice.payment_overdue': resource('invoice_id', invoiceWith('customer', 'fees', 'applied_taxes')),
  'invoice.payment_dispute_lost': {
    idOf: ({ invoice_id }) => invoice_id,
    load: async (transaction, { invoice_id, reason }, at) => ({
      invoice: await invoiceWith('customer')(transaction, invoice_id, at),
      ...(reason === undefined ? {} : { provider_error: reason }),
    }),
  },
  'invoice.payment_dispute_updated': {
    idOf: ({ invoice_id }) => invoice_id,
    load: async (transaction, { invoice_id, status, reason }, at) => ({
      invoice: await invoiceWith('customer')(transaction, invoice_id, at),
      status,
      provider_error: reason ?? null,
    }),
  },
  'invoice.payment_failure': { idOf: ({ invoice_id }) => invoice_id, load: readPaymentFailure },
  'invoice.payment_status_updated': resource('invoice_id', invoiceWith('customer', 'fees')),
  'payment.requires_action': resource('payment_id', readPaymentResource),
  'payment.succeeded': resource('payment_id', readSucceededPayment),
  'payment.refunded': returnedPayment,
  'payment.refund_failure': returnedPayment,
  'payment_request.payment_failure': { idOf: ({ payment_request_id: id }) => id, load: readRequestFailure },
  'payment_request.payment_status_updated': resource('payment_request_id', readPaymentRequestResource),
  'payment_receipt.created': resource('payment_receipt_id', withoutFile(readPaymentReceiptResource)),
  'payment_request.created': resource('payment_request_id', readPaymentRequestResource),
  'wallet_transaction.created': resource('wallet_transaction_id', readTransactionWebhookResource),
  'wallet_transaction.updated': resource('wallet_transaction_id', readTransactionWebhookResource),
  'wallet_transaction.payment_failure': { idOf: ({ wallet_transaction_id: id }) => id, load: readCreditsFailure },
  'wallet.created': resource('wallet_id', readWalletWebhookResource),
  'wallet.updated': resource('wallet_id', readWalletWebhookResource),
  'wallet.terminated': resource('wallet_id', readWalletWebhookResource),
  'dunning_campaign.finished': {
    idOf: ({ customer_id }) => customer_id,
    load: (_transaction, { customer_id: _, ...finished }) =>
      Promise.resolve({
        ...finished,
        customer_external_id: finished.external_customer_id,
      }),
  },
  'invoice.generated': {
    idOf: ({ invoice_id: id }) => id,
    load: async (transaction, { invoice_id: id, file, xml }, at) => ({
      ...(await invoiceWith('customer')(transaction, id, at)),
      file_url: signedAddress(file, Date.now()),
      xml_url: xml ? signedAddress(xml, Date.now()) : null,
      web_url: pageAddress(file),
    }),
  },
  'credit_note.generated': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, file, xml }) => {
      const { items: _, applied_taxes: _taxes, ...note } = await readCreditNoteWebhookResource(transaction, id);
      const xmlUrl = xml ? signedAddress(xml, Date.now()) : null;
      return { ...note, file_url: signedAddress(file, Date.now()), xml_url: xmlUrl };
    },
  },
  'invoice.einvoicing_error': {
    idOf: ({ invoice_id: id }) => id,
    load: async (transaction, { invoice_id: id, faults }, at) => {
      const { customer } = await readInvoiceWebhookResource(transaction, id, at);
      return { svc_invoice_id: id, ...faultyEInvoice(customer, faults) };
    },
  },
  'credit_note.einvoicing_error': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, faults }) => {
      const { customer } = await readCreditNoteWebhookResource(transaction, id);
      return { svc_credit_note_id: id, ...faultyEInvoice(customer, faults) };
    },
  },
  'payment_receipt.generated': {
    idOf: ({ payment_receipt_id: id }) => id,
    load: async (transaction, { payment_receipt_id: id, file }) => ({
      ...(await readPaymentReceiptResource(transaction, id)),
      file_url: signedAddress(file, Date.now()),
    }),
  },
  'customer_statement.generated': {
    idOf: ({ statement_id: id }) => id,
    load: (_transaction, { customer_statement: statement, file }) =>
      Promise.resolve({ ...statement, file_url: signedAddress(file, Date.now()), web_url: pageAddress(file) }),
  },
  'credit_note.refund_failure': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, payment_id: paymentId, provider_error }) => {
      const { customer } = await readCreditNoteWebhookResource(transaction, id);
      return {
        svc_credit_note_id: id,
        svc_customer_id: customer.svc_id,
        external_customer_id: customer.external_id,
        ...(await readPaymentRefusal(transaction, paymentId)),
        provider_error,
      };
    },
  },
  'email.refused': embedded('email'),
  'webhook_endpoint.paused': embedded('webhook_endpoint'),
  'webhook_endpoint.resumed': embedded('webhook_endpoint'),
  'credit_note.created': resource('credit_note_id', withoutFile(readCreditNoteWebhookResource)),
};

/** Why an e-invoice could not be made, by field or rule (webhooks, section 6). */
const faultyEInvoice = (customer: { svc_id: string; external_id: string }, faults: string[]) => ({
  svc_customer_id: customer.svc_id,
  external_customer_id: customer.external_id,
  error_details: einvoicingDetails(faults),
});

/** Selects the source of a message's payload, typed for that payload. */
export const sourceOf = (message: WebhookSourceMessage) =>
  payloadSources[message.type] as PayloadSource<WebhookSourceMessage['payload']>;
