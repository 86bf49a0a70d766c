import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { RecurringRulesTable } from './recurring-rules.tables.js';
import { tables } from '../wallet.tables.js';

export type RuleRow = Selectable<RecurringRulesTable>;
export type NewRuleRow = Insertable<RecurringRulesTable>;

/** Reads active rules of wallets, oldest first; excludes expired rules whose end is not stored yet. */
export async function activeRulesOf(
  transaction: TenantTransaction,
  walletIds: string[],
  now: Instant,
): Promise<RuleRow[]> {
  if (walletIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('wallet.recurring_rules')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`wallet_id = any(${walletIds}::uuid[])`)
    .where('status', '=', 'active')
    .where((where) => where.or([where('expiration_at', 'is', null), where('expiration_at', '>', new Date(now))]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertRule(transaction: TenantTransaction, row: NewRuleRow): Promise<RuleRow> {
  return tables(transaction).insertInto('wallet.recurring_rules').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateRule(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<RecurringRulesTable>,
): Promise<void> {
  await tables(transaction).updateTable('wallet.recurring_rules').set(changes).where('id', '=', id).execute();
}

/** Ends the active rules of wallets, except some. */
export async function terminateRules(
  transaction: TenantTransaction,
  walletIds: string[],
  now: Instant,
  exceptIds: string[] = [],
): Promise<void> {
  await tables(transaction)
    .updateTable('wallet.recurring_rules')
    .set({ status: 'terminated', next_at: null, updated_at: new Date(now) })
    .where(sql<boolean>`wallet_id = any(${walletIds}::uuid[])`)
    .where('status', '=', 'active')
    .where(sql<boolean>`id <> all(${exceptIds}::uuid[])`)
    .execute();
}

export async function findRule(transaction: TenantTransaction, id: string): Promise<RuleRow | undefined> {
  return tables(transaction)
    .selectFrom('wallet.recurring_rules')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Reads active interval rules after an id, in the order of ids. @param customerId null: of every customer */
export async function scheduledRules(
  transaction: TenantTransaction,
  customerId: string | null,
  after: string | null,
  most: number,
): Promise<RuleRow[]> {
  let query = tables(transaction)
    .selectFrom('wallet.recurring_rules')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('status', '=', 'active')
    .where('next_at', 'is not', null)
    .orderBy('id')
    .limit(most);
  if (after !== null) query = query.where('id', '>', after);
  if (customerId !== null)
    query = query.where('wallet_id', 'in', (where) =>
      where.selectFrom('wallet.wallets').select('id').where('customer_id', '=', customerId),
    );
  return query.execute();
}
