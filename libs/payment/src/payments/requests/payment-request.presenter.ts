import type { Invoice, PaymentRequest, PlainInvoice } from '@tollgate/contracts';
import { readInvoiceResources } from '@tollgate/invoicing/reader';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readEmbeddedCustomers } from '@tollgate/subscription/reader';
import { campaignsByIds } from '../../model/dunning/dunning-campaigns.repository.js';
import { usableMethods } from '../../model/connections/provider-connections.repository.js';
import { payingMethod, methodOfRequest } from '../../model/paying-methods/method-references.js';
import {
  findRequest,
  invoicesOfRequests,
  type PaymentRequestRow,
} from '../../model/requests/payment-requests.repository.js';

/** Presents payment requests with their customers and invoices, in input order. */
export async function presentRequests(
  transaction: TenantTransaction,
  rows: PaymentRequestRow[],
): Promise<PaymentRequest[]> {
  if (rows.length === 0) return [];
  const customers = await readEmbeddedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const invoiceIds = await invoicesOfRequests(
    transaction,
    rows.map(({ id }) => id),
  );
  const invoices = await readInvoiceResources(transaction, [...new Set([...invoiceIds.values()].flat())]);
  return rows.map((row) => {
    const customer = customers.get(row.customer_id);
    if (!customer) throw new Error(`payment request ${row.id} has no customer`);
    return {
      svc_id: row.id,
      amount_cents: centsNumber(row.amount_cents),
      amount_currency: row.currency,
      email: row.email,
      payment_status: row.payment_status,
      created_at: isoSeconds(row.created_at),
      customer,
      invoices: (invoiceIds.get(row.id) ?? []).flatMap((id) => {
        const invoice = invoices.get(id);
        return invoice ? [plain(invoice)] : [];
      }),
    };
  });
}

/** Reads a payment request for a webhook. */
export async function readPaymentRequestResource(transaction: TenantTransaction, id: string): Promise<PaymentRequest> {
  const row = await findRequest(transaction, id);
  const [request] = row ? await presentRequests(transaction, [row]) : [];
  if (!request) throw new Error(`no payment request ${id}`);
  return request;
}

/** A payment request with what its e-mail needs. */
export interface RequestForMail {
  request: PaymentRequest;
  /** Recipients of copies. */
  bcc: string[];
  /** Whether charging a provider comes first. */
  charged: boolean;
  /** Its step of a campaign; a request without one is a first one. */
  step: 'first' | 'next' | 'last';
}

/** Reads a payment request for its e-mail. */
export async function readPaymentRequestForMail(transaction: TenantTransaction, id: string): Promise<RequestForMail> {
  const row = await findRequest(transaction, id);
  const [request] = row ? await presentRequests(transaction, [row]) : [];
  if (!row || !request) throw new Error(`no payment request ${id}`);
  const campaignIds = row.dunning_campaign_id === null ? [] : [row.dunning_campaign_id];
  const [campaign] = await campaignsByIds(transaction, campaignIds);
  const customerMethods = (await usableMethods(transaction, [row.customer_id])).get(row.customer_id) ?? [];
  const charged = payingMethod(customerMethods, methodOfRequest(row)) !== undefined;
  const step = stepOf(row.dunning_attempt ?? 1, campaign?.max_attempts ?? 1);
  return { request, bcc: campaign?.bcc_emails ?? [], charged, step };
}

function stepOf(attempt: number, most: number): RequestForMail['step'] {
  if (attempt === 1) return 'first';
  return attempt >= most ? 'last' : 'next';
}

function plain(invoice: Invoice): PlainInvoice {
  const {
    customer: _customer,
    metadata: _metadata,
    applied_taxes: _taxes,
    applied_invoice_custom_sections: _sections,
    applied_usage_thresholds: _thresholds,
    ...rest
  } = invoice;
  return rest;
}
