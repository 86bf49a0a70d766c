import { walletStatuses, type SortsOf, type WalletFilters } from '@tollgate/contracts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import {
  instantKey,
  integerKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  withCandidates,
  type TenantTransaction,
  type ListRequest,
} from '@tollgate/platform';
import { customerIdsOfIssuer } from '@tollgate/subscription/reader';
import { tables } from '../wallet.tables.js';
import type { WalletsTable } from './wallets.tables.js';

export type WalletRow = Selectable<WalletsTable>;
export type NewWalletRow = Insertable<WalletsTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('wallet.wallets')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertWallet(transaction: TenantTransaction, row: NewWalletRow): Promise<WalletRow> {
  return tables(transaction).insertInto('wallet.wallets').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateWallet(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<WalletsTable>,
): Promise<WalletRow> {
  return tables(transaction)
    .updateTable('wallet.wallets')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findWallet(transaction: TenantTransaction, id: string): Promise<WalletRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks a wallet until the transaction ends: balance changes run one after another. */
export async function lockWallet(transaction: TenantTransaction, id: string): Promise<WalletRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the wallets whose credits documents use, in the common lock order; by id. */
export async function lockWalletsOfDocuments(
  transaction: TenantTransaction,
  documentIds: string[],
): Promise<Map<string, WalletRow>> {
  const rows = await all(transaction)
    .where(
      sql<boolean>`id = any(array(
        select wallet_id from wallet.transactions
        where invoice_id = any(${documentIds}::uuid[]) or credit_note_id = any(${documentIds}::uuid[])
      ))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a customer's wallet by its code: the active one, else the one that ended last (wallets, section 7). */
export async function findWalletByCode(
  transaction: TenantTransaction,
  customerId: string,
  code: string,
): Promise<WalletRow | undefined> {
  return all(transaction)
    .where('customer_id', '=', customerId)
    .where('code', '=', code)
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Reads wallets by their ids. */
export async function walletsByIds(transaction: TenantTransaction, ids: string[]): Promise<WalletRow[]> {
  if (ids.length === 0) return [];
  return all(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Reads active wallets of customers in the order of use: by priority, then age (wallets, section 5.1). */
export async function activeWalletsOf(transaction: TenantTransaction, customerIds: string[]): Promise<WalletRow[]> {
  return active(transaction, customerIds).orderBy('priority').orderBy('created_at').orderBy('id').execute();
}

/** Locks the same wallets until the transaction ends. One lock order prevents deadlocks. */
export async function lockActiveWalletsOf(transaction: TenantTransaction, customerIds: string[]): Promise<WalletRow[]> {
  const rows = await active(transaction, customerIds).orderBy('id').forUpdate().execute();
  return rows.sort(
    (one, other) => one.priority - other.priority || one.created_at.getTime() - other.created_at.getTime(),
  );
}

const active = (transaction: TenantTransaction, customerIds: string[]) =>
  all(transaction)
    .where('status', '=', 'active')
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);

/** Filters of a list of wallets. */
export interface WalletSelection {
  customerId?: string;
  currency?: string | undefined;
  /** Issuers of the wallets, else of their customers. */
  billingEntityIds?: string[];
}

const list = listForm<SortsOf<WalletFilters>>({
  updated: 'updated_at',
  keys: {
    created_at: instantKey('created_at'),
    balance_cents: integerKey('balance_cents'),
    /** Wallets of one priority follow by their identifiers, which sort by age. */
    priority: integerKey('priority'),
  },
  order: newestFirst,
  searched: ['name', 'code'],
  indexed: 'wallet.wallets',
});

/** The wallets that match the filters of a list, unordered. */
export async function walletsFound(
  transaction: TenantTransaction,
  selection: WalletSelection,
  filters: Pick<WalletFilters, 'status'> & ListRequest,
) {
  const searched = await withCandidates(transaction, list, filters);
  const query = narrowed(walletsSelected(transaction, selection), list, searched);
  return filters.status === undefined ? query : query.where('status', '=', filters.status);
}

/** Reads one page of wallets of every status, newest first (wallets, section 2.3). */
export async function listWallets(
  transaction: TenantTransaction,
  selection: WalletSelection,
  filters: Pick<WalletFilters, 'status'> & ListRequest,
) {
  const found = await walletsFound(transaction, selection, filters);
  const ofAnyStatus = await walletsFound(transaction, selection, { ...filters, status: undefined });
  return readList(transaction, found, list, filters, {
    status: () => ({ query: ofAnyStatus, values: walletStatuses }),
  });
}

function walletsSelected(transaction: TenantTransaction, selection: WalletSelection) {
  const { customerId, currency, billingEntityIds } = selection;
  let query = all(transaction);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  if (currency !== undefined) query = query.where('currency', '=', currency);
  if (billingEntityIds)
    query = query.where((where) =>
      where.or(
        billingEntityIds.flatMap((id) => [
          where('billing_entity_id', '=', id),
          where.and([
            where('billing_entity_id', 'is', null),
            where('customer_id', 'in', customerIdsOfIssuer(transaction, id)),
          ]),
        ]),
      ),
    );
  return query;
}

/** Locks the set of a customer's wallets against concurrent creations and code changes, until the transaction ends. */
export async function holdWalletsOf(transaction: TenantTransaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wallets ' || ${customerId}, 0))`.execute(transaction);
}

/** The balance of a wallet after unbilled usage, and that usage. */
export interface OngoingBalance {
  walletId: string;
  ongoingBalanceCents: bigint;
  ongoingUsageBalanceCents: bigint;
  /** Credits, with five decimals. */
  creditsOngoingBalance: string;
  creditsOngoingUsageBalance: string;
  /** Whether no balance is left after usage. */
  depleted: boolean;
}

/** Stores the ongoing balances (wallets, section 6); other columns stay. @returns the wallets by id */
export async function setOngoingBalances(
  transaction: TenantTransaction,
  balances: OngoingBalance[],
): Promise<Map<string, WalletRow>> {
  if (balances.length === 0) return new Map();
  const texts = (read: (balance: OngoingBalance) => bigint | string) =>
    balances.map((balance) => read(balance).toString());
  const { rows } = await sql<WalletRow>`
    update wallet.wallets as wallet
    set ongoing_balance_cents = given.cents, ongoing_usage_balance_cents = given.usage_cents,
        credits_ongoing_balance = given.credits, credits_ongoing_usage_balance = given.usage_credits,
        depleted_ongoing_balance = given.depleted
    from unnest(
      ${texts(({ walletId }) => walletId)}::uuid[],
      ${texts(({ ongoingBalanceCents }) => ongoingBalanceCents)}::bigint[],
      ${texts(({ ongoingUsageBalanceCents }) => ongoingUsageBalanceCents)}::bigint[],
      ${texts(({ creditsOngoingBalance }) => creditsOngoingBalance)}::numeric[],
      ${texts(({ creditsOngoingUsageBalance }) => creditsOngoingUsageBalance)}::numeric[],
      ${balances.map(({ depleted }) => depleted)}::boolean[]
    ) as given (id, cents, usage_cents, credits, usage_credits, depleted)
    where wallet.organization_id = ${transaction.organizationId} and wallet.id = given.id
    returning wallet.*
  `.execute(transaction);
  return new Map(rows.map((row) => [row.id, row]));
}
