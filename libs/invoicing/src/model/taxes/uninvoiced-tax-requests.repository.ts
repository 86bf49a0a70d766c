import { sql, type Selectable } from 'kysely';
import { insertRows, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import { claimSize } from './tax-requests.repository.js';
import type { UninvoicedTaxRequestsTable } from './tax-engines.tables.js';

export type UninvoicedTaxRequestRow = Selectable<UninvoicedTaxRequestsTable>;

/** Longer than `claimSize` calls to an engine: until then no other process makes the same ones. */
const claimMs = 240_000;

export async function insertUninvoicedRequests(
  transaction: TenantTransaction,
  feeIds: string[],
  customerId: string,
): Promise<void> {
  const now = new Date();
  await insertRows(
    transaction,
    'invoicing.uninvoiced_tax_requests',
    feeIds.map((id) => ({
      fee_id: id,
      organization_id: transaction.organizationId,
      customer_id: customerId,
      next_attempt_at: now,
      last_error: null,
      created_at: now,
    })),
  );
}

/** Claims the due fees of a customer, oldest first. A claim passes by itself. */
export async function claimUninvoicedRequests(
  transaction: TenantTransaction,
  customerId: string,
): Promise<UninvoicedTaxRequestRow[]> {
  const now = new Date();
  const due = tables(transaction)
    .selectFrom('invoicing.uninvoiced_tax_requests')
    .select('fee_id')
    .where('customer_id', '=', customerId)
    .where('next_attempt_at', '<=', now)
    .orderBy('fee_id')
    .limit(claimSize)
    .forUpdate()
    .skipLocked();
  const rows = await tables(transaction)
    .updateTable('invoicing.uninvoiced_tax_requests')
    .set({ next_attempt_at: new Date(now.getTime() + claimMs) })
    .where('fee_id', 'in', due)
    .returningAll()
    .execute();
  return rows.sort((one, other) => (one.fee_id < other.fee_id ? -1 : 1));
}

/** Repeats a request later. @param code why; null without a call, which is no attempt */
export async function postponeUninvoicedRequest(
  transaction: TenantTransaction,
  { fee_id: id, attempts }: UninvoicedTaxRequestRow,
  { code, waitMs }: { code: string | null; waitMs: number },
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.uninvoiced_tax_requests')
    .set({
      next_attempt_at: new Date(Date.now() + waitMs),
      ...(code === null ? {} : { attempts: attempts + 1, last_error: code }),
    })
    .where('fee_id', '=', id)
    .execute();
}

/** Ends the wait of a fee once. @returns whether it still waited */
export async function takeUninvoicedRequest(transaction: TenantTransaction, feeId: string): Promise<boolean> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('invoicing.uninvoiced_tax_requests')
    .where('fee_id', '=', feeId)
    .executeTakeFirstOrThrow();
  return count > 0n;
}

/** Makes all fees of the organization due at once, after its connections changed. */
export async function hurryUninvoicedRequests(transaction: TenantTransaction): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.uninvoiced_tax_requests')
    .set({ next_attempt_at: new Date() })
    .where('organization_id', '=', transaction.organizationId)
    .execute();
}

/** Customers of all organizations with due fees. */
export const customersWithDueFees = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('invoicing.uninvoiced_tax_requests')
    .select(['organization_id', 'customer_id'])
    .where(sql<boolean>`next_attempt_at <= now()`);
