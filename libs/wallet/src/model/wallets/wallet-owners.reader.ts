import { sql } from 'kysely';
import { groupBy, sharedStatement, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../wallet.tables.js';

/** Checks whether the organization has an active wallet. */
export async function hasWallets(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('wallet.wallets')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects the customers that have active wallets. */
export const customersWithWallets = sharedStatement(
  async (transaction: TenantTransaction, requests: string[][]): Promise<Set<string>[]> => {
    const rows = await tables(transaction)
      .selectFrom('wallet.wallets')
      .select('customer_id')
      .distinct()
      .where('organization_id', '=', transaction.organizationId)
      .where(sql<boolean>`customer_id = any(${[...new Set(requests.flat())]}::uuid[])`)
      .where('status', '=', 'active')
      .execute();
    const owners = new Set(rows.map((row) => row.customer_id));
    return requests.map((customerIds) => new Set(customerIds.filter((id) => owners.has(id))));
  },
);

/** Reads the owners of wallets of any status. */
export const customersOfWallets = sharedStatement(
  async (transaction: TenantTransaction, requests: string[][]): Promise<string[][]> => {
    const rows = await tables(transaction)
      .selectFrom('wallet.wallets')
      .select(['id', 'customer_id'])
      .where('organization_id', '=', transaction.organizationId)
      .where(sql<boolean>`id = any(${[...new Set(requests.flat())]}::uuid[])`)
      .execute();
    const customerOf = new Map(rows.map((row) => [row.id, row.customer_id]));
    return requests.map((walletIds) => [...new Set(walletIds.flatMap((id) => customerOf.get(id) ?? []))]);
  },
);

/** Reads the codes of active wallets, by customer. */
export async function walletCodesOf(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await tables(transaction)
    .selectFrom('wallet.wallets')
    .select(['customer_id', 'code'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return new Map(
    [...groupBy(rows, (row) => row.customer_id)].map(([customerId, walletRows]) => [
      customerId,
      walletRows.map(({ code }) => code),
    ]),
  );
}
