import { sql, type Selectable } from 'kysely';
import type { VatAnswer } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { VatChecksTable } from './vat-checks.tables.js';

export type VatCheckRow = Selectable<VatChecksTable>;

/** Requests a registry check of a customer's number, due at once. */
export async function requestVatCheck(
  transaction: TenantTransaction,
  customerId: string,
  vatNumber: string,
): Promise<void> {
  const request = { vat_number: vatNumber, tries: 0, next_try_at: new Date() };
  await tables(transaction)
    .insertInto('subscription.vat_checks')
    .values({ customer_id: customerId, organization_id: transaction.organizationId, ...request })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(request))
    .execute();
}

/** Locks the check of a customer: its end and its readers run serially. Callers take this lock before any other. */
export async function lockVatChecksOf(transaction: TenantTransaction, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vat check ${customerId}`}, 0))`.execute(transaction);
}

/** The customers with a pending check. */
export async function checkedCustomerIds(transaction: TenantTransaction, customerIds: string[]): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('subscription.vat_checks')
    .select('customer_id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.customer_id));
}

/** Deletes the pending check of a customer. */
export async function dropVatCheck(transaction: TenantTransaction, customerId: string): Promise<void> {
  await lockVatChecksOf(transaction, customerId);
  await tables(transaction).deleteFrom('subscription.vat_checks').where('customer_id', '=', customerId).execute();
}

/** Claims due checks of all organizations, and postpones them so no other process claims them in the meantime. */
export async function claimDueVatChecks(
  transaction: Transaction,
  now: Date,
  until: Date,
  limit: number,
): Promise<VatCheckRow[]> {
  const dueCustomerIds = tables(transaction)
    .selectFrom('subscription.vat_checks')
    .select('customer_id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tables(transaction)
    .updateTable('subscription.vat_checks')
    .set({ next_try_at: until })
    .where('customer_id', 'in', dueCustomerIds)
    .returningAll()
    .execute();
}

/** Locks a check with the same number until the transaction ends. */
export async function lockVatCheck(
  transaction: TenantTransaction,
  { customer_id, vat_number }: VatCheckRow,
): Promise<VatCheckRow | undefined> {
  await lockVatChecksOf(transaction, customer_id);
  return tables(transaction)
    .selectFrom('subscription.vat_checks')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('vat_number', '=', vat_number)
    .forUpdate()
    .executeTakeFirst();
}

export async function postponeVatCheck(
  transaction: TenantTransaction,
  customerId: string,
  tries: number,
  nextTryAt: Date,
): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.vat_checks')
    .set({ tries, next_try_at: nextTryAt })
    .where('customer_id', '=', customerId)
    .execute();
}

/** The registry's answer after an instant, or null. */
export async function knownAnswer(
  transaction: TenantTransaction,
  vatNumber: string,
  since: Date,
): Promise<VatAnswer | null> {
  const row = await tables(transaction)
    .selectFrom('subscription.vat_answers')
    .select('answer')
    .where('organization_id', '=', transaction.organizationId)
    .where('vat_number', '=', vatNumber)
    .where('answered_at', '>=', since)
    .executeTakeFirst();
  return row?.answer ?? null;
}

export async function storeAnswer(
  transaction: TenantTransaction,
  vatNumber: string,
  answer: VatAnswer,
  answeredAt: Date,
): Promise<void> {
  const answered = { answer: JSON.stringify(answer), answered_at: answeredAt };
  await tables(transaction)
    .insertInto('subscription.vat_answers')
    .values({ organization_id: transaction.organizationId, vat_number: vatNumber, ...answered })
    .onConflict((conflict) => conflict.columns(['organization_id', 'vat_number']).doUpdateSet(answered))
    .execute();
}
