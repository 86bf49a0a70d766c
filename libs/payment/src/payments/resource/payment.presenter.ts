import type { Payment } from '@tollgate/contracts';
import { readInvoiceNumbers } from '@tollgate/invoicing/reader';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { invoicesOfRequests } from '../../model/requests/payment-requests.repository.js';
import { paymentsByIds, type PaymentRow } from '../../model/payments/payments.repository.js';
import { connectionsByIds, methodsByIds } from '../../model/connections/provider-connections.repository.js';

/** Presents payments in input order. */
export async function presentPayments(transaction: TenantTransaction, rows: PaymentRow[]): Promise<Payment[]> {
  if (rows.length === 0) return [];
  const customers = await readExternalCustomerIds(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const invoiceIds = await paidInvoices(transaction, rows);
  const providers = await providersOf(transaction, rows);
  const numbers = await readInvoiceNumbers(transaction, [...invoiceIds.values()].flat());
  return rows.map((row) => {
    const ids = invoiceIds.get(row.payable_id) ?? [];
    return {
      svc_id: row.id,
      svc_customer_id: row.customer_id,
      external_customer_id: customers.get(row.customer_id) ?? '',
      invoice_ids: ids,
      invoice_numbers: ids.map((id) => numbers.get(id) ?? ''),
      svc_payable_id: row.payable_id,
      payable_type: row.payable_type,
      amount_cents: centsNumber(row.amount_cents),
      amount_currency: row.currency,
      status: row.provider_status ?? row.payment_status,
      payment_status: row.payment_status,
      type: row.type,
      reference: row.reference,
      ...providers.forPayment(row),
      external_payment_id: row.provider_payment_id,
      provider_payment_id: row.provider_payment_id,
      payment_method_id: row.payment_method_id,
      next_action: row.next_action ?? {},
      created_at: isoSeconds(row.created_at),
    };
  });
}

/** Reads a payment for a webhook. */
export async function readPaymentResource(transaction: TenantTransaction, id: string): Promise<Payment> {
  const [payment] = await presentPayments(transaction, await paymentsByIds(transaction, [id]));
  if (!payment) throw new Error(`no payment ${id}`);
  return payment;
}

/** Reads why a provider refused a payment, and which one (webhooks, section 6). */
export async function readPaymentRefusal(transaction: TenantTransaction, id: string) {
  const [row] = await paymentsByIds(transaction, [id]);
  if (!row) throw new Error(`no payment ${id}`);
  const { provider_customer_id, payment_provider_type, payment_provider_code } = (
    await providersOf(transaction, [row])
  ).forPayment(row);
  return {
    provider_customer_id,
    payment_provider: payment_provider_type,
    payment_provider_code,
    provider_error: row.error && { message: row.error.message, error_code: row.error.error_code },
  };
}

/** Reads the provider's whole answer to a refused payment; undefined where it says no more (webhooks, section 6). */
export async function readRefusalDetails(transaction: TenantTransaction, id: string): Promise<object | undefined> {
  const [row] = await paymentsByIds(transaction, [id]);
  return row?.error?.details;
}

/** Reads the connections of payments, and the customer's id there. */
async function providersOf(transaction: TenantTransaction, rows: PaymentRow[]) {
  const methods = await methodsByIds(
    transaction,
    rows.flatMap((row) => row.payment_method_id ?? []),
  );
  const connections = await connectionsByIds(transaction, [
    ...new Set([
      ...[...methods.values()].map((method) => method.connection_id),
      ...rows.flatMap((row) => row.connection_id ?? []),
    ]),
  ]);
  return {
    forPayment: (row: PaymentRow) => {
      const method = methods.get(row.payment_method_id ?? '');
      const connection = connections.get(row.connection_id ?? method?.connection_id ?? '');
      return {
        payment_provider_code: connection?.code ?? null,
        payment_provider_type: connection?.provider ?? null,
        provider_customer_id: method?.provider_customer_id ?? null,
      };
    },
  };
}

/** Reads the ids of paid invoices, by payable. */
async function paidInvoices(transaction: TenantTransaction, rows: PaymentRow[]): Promise<Map<string, string[]>> {
  const idsOf = (type: PaymentRow['payable_type']) =>
    rows.filter((row) => row.payable_type === type).map((row) => row.payable_id);
  const ofRequests = await invoicesOfRequests(transaction, [...new Set(idsOf('PaymentRequest'))]);
  return new Map([...ofRequests, ...idsOf('Invoice').map((id): [string, string[]] => [id, [id]])]);
}
