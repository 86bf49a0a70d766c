import { sql, type Selectable } from 'kysely';
import { insertRows, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../tables/invoicing.tables.js';
import type { UntaxedLooseFeesTable } from '../tables/tax-engines.tables.js';

export type UntaxedLooseFeeRow = Selectable<UntaxedLooseFeesTable>;

/** The maximum of fees that a job sends to an engine; the reconciler queues the others again. */
const maxAtOnce = 200;
/** Longer than a call to an engine: until then no other process makes the same one. */
const claimMs = 120_000;

export async function insertUntaxedLooseFees(
  transaction: TenantTransaction,
  feeIds: string[],
  customerId: string,
): Promise<void> {
  const now = new Date();
  await insertRows(
    transaction,
    'invoicing.untaxed_loose_fees',
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
export async function claimUntaxedLooseFees(
  transaction: TenantTransaction,
  customerId: string,
): Promise<UntaxedLooseFeeRow[]> {
  const now = new Date();
  const due = tables(transaction)
    .selectFrom('invoicing.untaxed_loose_fees')
    .select('fee_id')
    .where('customer_id', '=', customerId)
    .where('next_attempt_at', '<=', now)
    .orderBy('fee_id')
    .limit(maxAtOnce)
    .forUpdate()
    .skipLocked();
  const rows = await tables(transaction)
    .updateTable('invoicing.untaxed_loose_fees')
    .set({ next_attempt_at: new Date(now.getTime() + claimMs) })
    .where('fee_id', 'in', due)
    .returningAll()
    .execute();
  return rows.sort((one, other) => (one.fee_id < other.fee_id ? -1 : 1));
}

/** Repeats a request later. @param code why; null without a call, which is no attempt */
export async function postponeLooseFee(
  transaction: TenantTransaction,
  { fee_id: id, attempts }: UntaxedLooseFeeRow,
  { code, waitMs }: { code: string | null; waitMs: number },
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.untaxed_loose_fees')
    .set({
      next_attempt_at: new Date(Date.now() + waitMs),
      ...(code === null ? {} : { attempts: attempts + 1, last_error: code }),
    })
    .where('fee_id', '=', id)
    .execute();
}

/** Ends the wait of a fee once. @returns whether it still waited */
export async function takeUntaxedLooseFee(transaction: TenantTransaction, feeId: string): Promise<boolean> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('invoicing.untaxed_loose_fees')
    .where('fee_id', '=', feeId)
    .executeTakeFirstOrThrow();
  return count > 0n;
}

/** Makes all fees of the organization due at once, after its connections changed. */
export async function hurryLooseFees(transaction: TenantTransaction): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.untaxed_loose_fees')
    .set({ next_attempt_at: new Date() })
    .where('organization_id', '=', transaction.organizationId)
    .execute();
}

/** Customers of all organizations with due fees. */
export const customersWithDueFees = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('invoicing.untaxed_loose_fees')
    .select(['organization_id', 'customer_id'])
    .where(sql<boolean>`next_attempt_at <= now()`);
