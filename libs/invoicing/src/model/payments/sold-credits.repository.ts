import { sql } from 'kysely';
import type { TenantTransaction, Instant, Transaction } from '@tollgate/platform';
import { isPendingPurchase } from '@tollgate/wallet/reader';
import { tables } from '../invoicing.tables.js';
import type { InvoiceRow } from '../invoices/invoices.repository.js';

/** The wallet transaction whose credits an invoice sells; null for other invoices. */
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

/** Publishes the payment status of an invoice of sold credits to its wallet (wallets, section 3.5). */
export async function publishCreditsPayment(
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

/** A purchase with a voided invoice, whose wallet still waits for the payment. */
export interface StuckPurchase {
  organization_id: string;
  invoice_id: string;
  customer_id: string;
  wallet_transaction_id: string;
  voided_at: Date;
}

/** The maximum per run of the reconciler; the next run takes the others. */
const mostStuck = 500;

/**
 * Purchases of all organizations that an earlier version left pending after voiding their unpaid invoice (wallets,
 * section 3.8).
 */
export async function stuckPurchases(transaction: Transaction): Promise<StuckPurchase[]> {
  const { rows } = await sql<StuckPurchase>`
    select invoice.organization_id, invoice.id as invoice_id, invoice.customer_id, fee.item_id as wallet_transaction_id, invoice.voided_at
    from invoicing.invoices invoice join invoicing.fees fee on fee.invoice_id = invoice.id and fee.fee_type = 'credit'
    where invoice.invoice_type = 'credit' and invoice.status = 'voided' and invoice.payment_status <> 'succeeded'
      and ${sql.raw(isPendingPurchase('fee.item_id'))}
    limit ${mostStuck}
  `.execute(transaction);
  return rows;
}

/** Publishes the failure of an organization's purchases, once however often the reconciler finds them. */
export async function publishStuckPurchases(transaction: TenantTransaction, stuck: StuckPurchase[]): Promise<void> {
  await transaction.appendAll(
    'invoice.credits_payment',
    stuck.map(({ invoice_id, customer_id: key, wallet_transaction_id, voided_at: at }) => ({
      // The id makes a repetition the same message.
      id: invoice_id,
      key,
      occurredAt: at.getTime(),
      payload: { wallet_transaction_id, invoice_id, payment_status: 'failed' as const },
    })),
  );
}
