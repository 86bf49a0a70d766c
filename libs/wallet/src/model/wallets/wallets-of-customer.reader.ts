import { sql, type RawBuilder } from 'kysely';
import { newestIds, type TenantTransaction } from '@tollgate/platform';

/** SQL for the ids of a customer's wallets and their transactions, for use in a statement. */
export const walletIdsOfCustomer = (
  { organizationId }: TenantTransaction,
  customerId: string,
): RawBuilder<unknown> => sql`
  select id from wallet.wallets where organization_id = ${organizationId} and customer_id = ${customerId}
  union all select transaction.id from wallet.transactions transaction
    join wallet.wallets wallet on wallet.id = transaction.wallet_id
    where wallet.organization_id = ${organizationId} and wallet.customer_id = ${customerId}`;

/** Ids of a customer's wallets, the newest first. */
export const newestWalletIds = (transaction: TenantTransaction, customerId: string, limit: number) =>
  newestIds(transaction, 'wallet.wallets', customerId, limit);

/** Ids of the transactions of a customer's wallets, the newest first; none that an invoice still reserves. */
export async function newestTransactionIds(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select transaction.id from wallet.transactions transaction
    join wallet.wallets wallet on wallet.id = transaction.wallet_id
    where wallet.organization_id = ${transaction.organizationId} and wallet.customer_id = ${customerId}
      and not transaction.reserved
    order by transaction.created_at desc, transaction.id desc limit ${limit}
  `.execute(transaction);
  return rows.map(({ id }) => id);
}
