import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { ProviderError } from '../payments/payments.tables.js';
import type { ProviderCustomerRow } from './provider-customers.repository.js';

/** Stores when the provider removes a customer that we created there; one that was linked stays. */
export async function requestRemoval(
  transaction: TenantTransaction,
  customerId: string,
  removalAt: Date,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ removal_at: removalAt, needs_page: false })
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where((where) => where.or([where('is_ours', '=', true), where('creation', 'is not', null)]))
    .execute();
}

/** Finds the link of a customer whose removal is due by the wall clock. */
export async function findDueRemoval(
  transaction: TenantTransaction,
  customerId: string,
): Promise<ProviderCustomerRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.provider_customers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('removal_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Ends a removal that the provider refused: the link stays, with the refusal. */
export async function setRefusedRemoval(
  transaction: TenantTransaction,
  customerId: string,
  error: ProviderError,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_customers')
    .set({ removal_at: null, is_due: false, error: JSON.stringify(error) })
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Whether a payment or a refund of a customer has no outcome yet. */
export async function hasMoneyUnderWay(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ is_under_way: boolean }>`
    select exists (
      select from payment.payments
      where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
        and type = 'provider' and payment_status in ('pending', 'processing')
    ) or exists (
      select from payment.refunds
      where organization_id = ${transaction.organizationId} and customer_id = ${customerId} and status = 'pending'
    ) as is_under_way
  `.execute(transaction);
  return rows[0]?.is_under_way ?? false;
}
