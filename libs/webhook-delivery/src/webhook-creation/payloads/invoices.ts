import type { MessagePayload } from '@tollgate/contracts';
import { readInvoiceWebhookResource } from '@tollgate/invoicing/reader';
import { readPaymentRefusal, readRefusalDetails } from '@tollgate/payment/reader';
import { pageAddress, signedAddress, type Instant, type TenantTransaction } from '@tollgate/platform';
import { faultyEInvoice, noProvider, resource, withoutFile, type Read } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

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
const invoiceWith =
  (...shown: (typeof invoiceParts)[number][]): Read =>
  async (transaction, id, at) => {
    const invoice: Record<string, unknown> = { ...(await readInvoiceWebhookResource(transaction, id, at)) };
    for (const part of invoiceParts) if (!shown.includes(part)) delete invoice[part];
    return invoice;
  };

const readWholeInvoice = invoiceWith(
  'customer',
  'billing_periods',
  'subscriptions',
  'fees',
  'credits',
  'applied_taxes',
);

/** Reads an invoice without a subscription. */
const readSoldInvoice = invoiceWith('customer', 'fees', 'applied_taxes', 'applied_invoice_custom_sections');

/** Reads why the payment of an invoice failed: a provider's refusal, or a missing provider. */
async function readPaymentFailure(
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

/** Payloads of webhooks about `invoice` (webhooks, section 4). */
export const invoicePayloads: PayloadsOf<'invoice'> = {
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
  'invoice.generated': {
    idOf: ({ invoice_id: id }) => id,
    load: async (transaction, { invoice_id: id, file, xml }, at) => ({
      ...(await invoiceWith('customer')(transaction, id, at)),
      file_url: signedAddress(file, Date.now()),
      xml_url: xml ? signedAddress(xml, Date.now()) : null,
      web_url: pageAddress(file),
    }),
  },
  'invoice.einvoicing_error': {
    idOf: ({ invoice_id: id }) => id,
    load: async (transaction, { invoice_id: id, faults }, at) => {
      const { customer } = await readInvoiceWebhookResource(transaction, id, at);
      return { svc_invoice_id: id, ...faultyEInvoice(customer, faults) };
    },
  },
};
