import { isId, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../wallet.tables.js';
import { findTransaction, type TransactionRow } from './transactions.repository.js';

/** Reads the invoice of unpaid credits (wallets, section 3.3). @throws NotFound, ValidationFailed */
export async function readInvoiceOfUnpaidCredits(transaction: TenantTransaction, id: string): Promise<string> {
  const row = isId(id) ? await findTransaction(transaction, id) : undefined;
  if (!row) throw new NotFound('wallet_transaction');
  const reason = whyNotPayable(row);
  if (reason !== null) throw new ValidationFailed({ base: [reason] });
  return row.invoice_id as string;
}

function whyNotPayable(row: TransactionRow): string | null {
  if (row.transaction_status !== 'purchased') return 'wallet_transaction_not_purchased';
  if (row.status === 'settled') return 'wallet_transaction_already_settled';
  return row.invoice_id === null ? 'wallet_transaction_has_no_attached_invoice' : null;
}

/** Reads the wallet id of a transaction. */
export async function readWalletOfTransaction(transaction: TenantTransaction, id: string): Promise<string> {
  const row = await findTransaction(transaction, id);
  if (!row) throw new Error(`no wallet transaction ${id}`);
  return row.wallet_id;
}

/** Reads the names of the wallets of transactions, by transaction; null for a wallet without a name. */
export async function readWalletNames(
  transaction: TenantTransaction,
  transactionIds: string[],
): Promise<Map<string, string | null>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('wallet.transactions as purchase')
    .innerJoin('wallet.wallets as wallet', 'wallet.id', 'purchase.wallet_id')
    .select(['purchase.id', 'wallet.name'])
    .where('purchase.organization_id', '=', transaction.organizationId)
    .where('purchase.id', 'in', transactionIds)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Builds SQL that is true for ids of purchases that are pending, in a column. */
export const isPendingPurchase = (column: string): string =>
  `exists (
    select from wallet.transactions purchase
    where purchase.id = ${column} and purchase.transaction_type = 'inbound' and purchase.status = 'pending')`;

/** Builds SQL that is true for ids of purchases that a rule made, in a column. */
export const isAutomaticPurchase = (column: string): string =>
  `exists (select from wallet.transactions purchase where purchase.id = ${column} and purchase.source <> 'manual')`;
