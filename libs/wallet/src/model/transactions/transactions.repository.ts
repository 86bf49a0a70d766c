import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import {
  transactionKinds,
  transactionStatuses,
  transactionTypes,
  type WalletTransactionFilters,
  type SortsOf,
} from '@tollgate/contracts';
import {
  groupBy,
  instantKey,
  integerKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import type { Funding } from '@tollgate/rating';
import type { TransactionsTable } from './transactions.tables.js';
import { tables } from '../wallet.tables.js';

export type TransactionRow = Selectable<TransactionsTable>;
export type NewTransactionRow = Insertable<TransactionsTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('wallet.transactions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** The transactions that the API shows: all but reserved ones. */
const shown = (transaction: TenantTransaction) => all(transaction).where('reserved', '=', false);

export async function insertTransaction(
  transaction: TenantTransaction,
  row: NewTransactionRow,
): Promise<TransactionRow> {
  return tables(transaction).insertInto('wallet.transactions').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateTransaction(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<TransactionsTable>,
): Promise<void> {
  await tables(transaction).updateTable('wallet.transactions').set(changes).where('id', '=', id).execute();
}

/** Finds a transaction that the API shows. */
export async function findTransaction(transaction: TenantTransaction, id: string): Promise<TransactionRow | undefined> {
  return shown(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads the transactions among these ids that the API shows. */
export async function shownTransactions(transaction: TenantTransaction, ids: string[]): Promise<TransactionRow[]> {
  return shown(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

export async function transactionsByIds(transaction: TenantTransaction, ids: string[]): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return all(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Reads the transactions of invoices and credit notes: their used credits, and sold ones. */
export async function transactionsOfDocuments(
  transaction: TenantTransaction,
  ids: string[],
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return all(transaction).where(ofDocuments(ids)).orderBy('created_at').orderBy('id').execute();
}

const ofDocuments = (ids: string[]) =>
  sql<boolean>`(invoice_id = any(${ids}::uuid[]) or credit_note_id = any(${ids}::uuid[]))`;

/** Reads the wallets that already received the credits of a voided invoice; the caller holds the wallets. */
export async function walletsWithReturnedCredits(
  transaction: TenantTransaction,
  walletIds: string[],
  voidedInvoiceId: string,
): Promise<Set<string>> {
  const rows = await all(transaction)
    .where(sql<boolean>`wallet_id = any(${walletIds}::uuid[])`)
    .where('voided_invoice_id', '=', voidedInvoiceId)
    .execute();
  return new Set(rows.map((row) => row.wallet_id));
}

/** Reads inbound transactions with a remaining amount, by wallet; the caller holds the wallets. */
export async function availableFundings(
  transaction: TenantTransaction,
  walletIds: string[],
): Promise<Map<string, Funding[]>> {
  if (walletIds.length === 0) return new Map();
  const rows = await all(transaction)
    .where(sql<boolean>`wallet_id = any(${walletIds}::uuid[])`)
    .where('remaining_amount_cents', '>', 0n)
    .execute();
  return new Map(
    [...groupBy(rows, (row) => row.wallet_id)].map(([id, fundingRows]) => [id, fundingRows.map(fundingOf)]),
  );
}

/**
 * Confirms the reserved transactions of documents; the caller holds their wallets.
 * @returns the transactions in order
 */
export async function confirmTransactions(
  transaction: TenantTransaction,
  documentIds: string[],
): Promise<TransactionRow[]> {
  const rows = await tables(transaction)
    .updateTable('wallet.transactions')
    .set({ reserved: false })
    .where('organization_id', '=', transaction.organizationId)
    .where(ofDocuments(documentIds))
    .where('reserved', '=', true)
    .returningAll()
    .execute();
  const inOrder = (one: TransactionRow, other: TransactionRow) => (one.id < other.id ? -1 : 1);
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime() || inOrder(one, other));
}

/** Converts an inbound transaction into a funding. */
export const fundingOf = (row: TransactionRow): Funding => ({
  id: row.id,
  remainingCents: row.remaining_amount_cents ?? 0n,
  priority: row.priority,
  kind: row.transaction_status === 'granted' ? 'granted' : 'purchased',
  createdAt: row.created_at.getTime(),
});

/** Sums the sold, unpaid credits of a wallet, as text. */
export async function pendingCredits(transaction: TenantTransaction, walletId: string): Promise<string> {
  const { credits } = await tables(transaction)
    .selectFrom('wallet.transactions')
    .select(sql<string>`coalesce(sum(credit_amount), 0)`.as('credits'))
    .where('wallet_id', '=', walletId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return credits;
}

const oneOf = <T extends string>(values: readonly T[], raw: string | undefined): T | undefined =>
  values.find((value) => value === raw);

const list = listForm<SortsOf<WalletTransactionFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at'), amount: integerKey('amount_cents') },
  order: newestFirst,
  searched: ['name'],
});

/** Reads one page of a wallet's transactions, newest first; ignores unknown filter values (wallets, section 3.3). */
export async function listTransactions(
  transaction: TenantTransaction,
  walletId: string,
  filters: WalletTransactionFilters,
) {
  const found = (changes: Partial<WalletTransactionFilters> = {}) =>
    transactionsFound(transaction, walletId, { ...filters, ...changes });
  return readList(transaction, found(), list, filters, {
    status: () => ({ query: found({ status: undefined }), values: transactionStatuses }),
  });
}

/**
 * The query of transactions for a file, unordered.
 * @param filters those of the list, and a wallet
 * @param customerIds only transactions of their wallets; null: of every customer
 */
export function exportedTransactions(
  transaction: TenantTransaction,
  { wallet_id: walletId, ...filters }: WalletTransactionFilters & { wallet_id?: string | undefined },
  customerIds: string[] | null,
) {
  const query = transactionsFound(transaction, walletId, filters);
  if (!customerIds) return query;
  const wallets = tables(transaction)
    .selectFrom('wallet.wallets')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
  return query.where('wallet_id', 'in', wallets);
}

/** @param walletId undefined: of every wallet */
function transactionsFound(
  transaction: TenantTransaction,
  walletId: string | undefined,
  filters: WalletTransactionFilters,
) {
  let query = shown(transaction);
  if (walletId !== undefined) query = query.where('wallet_id', '=', walletId);
  const status = oneOf(transactionStatuses, filters.status);
  const type = oneOf(transactionTypes, filters.transaction_type);
  const kind = oneOf(transactionKinds, filters.transaction_status);
  if (status) query = query.where('status', '=', status);
  if (type) query = query.where('transaction_type', '=', type);
  if (kind) query = query.where('transaction_status', '=', kind);
  const pairs = Object.entries(filters.metadata ?? {}).filter(([, value]) => value.trim() !== '');
  for (const [key, value] of pairs)
    query = query.where(sql<boolean>`metadata @> ${JSON.stringify([{ key, value }])}::jsonb`);
  return narrowed(query, list, filters);
}

/** Checks whether an interval topped up a wallet since the start of a day. */
export async function hasIntervalTopUp(
  transaction: TenantTransaction,
  walletId: string,
  since: Date,
): Promise<boolean> {
  const row = await all(transaction)
    .clearSelect()
    .select('id')
    .where('wallet_id', '=', walletId)
    .where('transaction_type', '=', 'inbound')
    .where('source', '=', 'interval')
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
