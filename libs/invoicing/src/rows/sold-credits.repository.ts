import type { TenantTransaction, Instant } from '@tollgate/platform';
import { tables } from '../tables/invoicing.tables.js';
import type { InvoiceRow } from './invoices.repository.js';

/** The wallet transaction whose credits an invoice sells; null where it sells none. */
export async function soldTransactionOf(transaction: TenantTransaction, invoice: InvoiceRow): Promise<string | null> {
  if (invoice.invoice_type !== 'credit') return null;
  const fee = await tables(transaction)
    .selectFrom('invoicing.fees')
    .select('item_id')
    .where('invoice_id', '=', invoice.id)
    .where('fee_type', '=', 'credit')
    .executeTakeFirst();
  return fee?.item_id ?? null;
}

/** Tells the wallet how the payment of an invoice of sold credits went (wallets, section 3.5). */
export async function tellCreditsPayment(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  status: InvoiceRow['payment_status'],
  now: Instant,
): Promise<void> {
  const wallet_transaction_id = await soldTransactionOf(transaction, invoice);
  if (wallet_transaction_id === null) return;
  const payload = { wallet_transaction_id, invoice_id: invoice.id, payment_status: status };
  await transaction.append('invoice.credits_payment', invoice.customer_id, payload, now);
}
