import { sql } from 'kysely';
import { findMatches, type Matches, type TenantTransaction } from '@tollgate/platform';
import { tables } from './model/wallet.tables.js';

const wallets = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('wallet.wallets').where('organization_id', '=', transaction.organizationId);

/** A wallet that a search found. */
export interface FoundWallet {
  id: string;
  customer_id: string;
  code: string;
  name: string | null;
  status: string;
}

/** Searches wallets of every status. The transaction reads nothing afterwards (`findMatches`). */
export async function searchWallets(
  transaction: TenantTransaction,
  search: { term: string; most: number },
): Promise<Matches<FoundWallet>> {
  const query = wallets(transaction).select(['id', 'customer_id', 'code', 'name', 'status']);
  const columns = {
    id: 'id',
    createdAt: 'created_at',
    exact: [],
    contained: ['code', 'name'],
    indexed: 'wallet.wallets' as const,
  };
  return findMatches(transaction, query, columns, search);
}

/** The active wallets of a customer in one currency. */
export interface WalletFigures {
  customer_id: string;
  currency: string;
  count: bigint;
  balance_cents: bigint;
  /** Credits, decimal text. */
  credits: string;
}

/** Adds up the active wallets of customers by currency. */
export async function readWalletFigures(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<WalletFigures[]> {
  return wallets(transaction)
    .select([
      'customer_id',
      'currency',
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`sum(balance_cents)::bigint`.as('balance_cents'),
      sql<string>`sum(credits_balance)::text`.as('credits'),
    ])
    .where('status', '=', 'active')
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .groupBy(['customer_id', 'currency'])
    .orderBy('currency')
    .execute();
}
