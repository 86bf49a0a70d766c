import type { Payment, PaymentReceipt } from '@tollgate/contracts';
import { isoSeconds, signedAddress, type TenantTransaction } from '@tollgate/platform';
import { presentPayments } from '../resource/payment.presenter.js';
import {
  findReceipt,
  receiptsByIds,
  type PaymentReceiptRow,
} from '../../model/payments/payment-receipts.repository.js';
import { paymentsByIds } from '../../model/payments/payments.repository.js';

/** Presents receipts with their payments, in input order. */
export async function presentReceipts(
  transaction: TenantTransaction,
  rows: PaymentReceiptRow[],
): Promise<PaymentReceipt[]> {
  const ids = rows.map((row) => row.payment_id);
  const payments = await presentPayments(transaction, await paymentsByIds(transaction, ids));
  const paymentOf = new Map(payments.map((payment) => [payment.svc_id, payment]));
  return rows.map((row) => ({
    svc_id: row.id,
    number: row.number,
    file_url: row.file && signedAddress(row.file, Date.now()),
    xml_url: null,
    payment: paymentOf.get(row.payment_id) as Payment,
    created_at: isoSeconds(row.created_at),
  }));
}

/** Reads receipts for webhooks, by their ids. */
export async function readPaymentReceiptResources(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PaymentReceipt>> {
  const receipts = await presentReceipts(transaction, await receiptsByIds(transaction, ids));
  return new Map(receipts.map((receipt) => [receipt.svc_id, receipt]));
}

/** Reads a receipt for a webhook. */
export async function readPaymentReceiptResource(transaction: TenantTransaction, id: string): Promise<PaymentReceipt> {
  const row = await findReceipt(transaction, id);
  const [receipt] = row ? await presentReceipts(transaction, [row]) : [];
  if (!receipt) throw new Error(`no payment receipt ${id}`);
  return receipt;
}
