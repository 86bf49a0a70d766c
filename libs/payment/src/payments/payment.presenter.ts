import type { Payment } from '@tollgate/contracts';
import { readInvoiceNumbers } from '@tollgate/invoicing/reader';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { invoicesOfRequests } from '../rows/payment-requests.repository.js';
import type { PaymentRow } from '../rows/payments.repository.js';

/** Payments in the order given. */
export async function presentPayments(transaction: TenantTransaction, rows: PaymentRow[]): Promise<Payment[]> {
  if (rows.length === 0) return [];
  const customers = await readExternalCustomerIds(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const invoiceIds = await paidInvoices(transaction, rows);
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
      status: row.payment_status,
      payment_status: row.payment_status,
      type: row.type,
      reference: row.reference,
      payment_provider_code: null,
      payment_provider_type: null,
      external_payment_id: null,
      provider_payment_id: null,
      provider_customer_id: null,
      next_action: {},
      created_at: isoSeconds(row.created_at),
    };
  });
}

/** Ids of the invoices that payments are for, by what is paid. */
async function paidInvoices(transaction: TenantTransaction, rows: PaymentRow[]): Promise<Map<string, string[]>> {
  const idsOf = (type: PaymentRow['payable_type']) =>
    rows.filter((row) => row.payable_type === type).map((row) => row.payable_id);
  const ofRequests = await invoicesOfRequests(transaction, [...new Set(idsOf('PaymentRequest'))]);
  return new Map([...ofRequests, ...idsOf('Invoice').map((id): [string, string[]] => [id, [id]])]);
}
