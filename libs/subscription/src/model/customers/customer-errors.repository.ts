import type { ErrorDetail } from '@tollgate/contracts';
import { newId, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

/** Records an error of a customer, in place of an earlier one of the code. */
export async function recordCustomerError(
  transaction: TenantTransaction,
  { customerId, code, details, at }: { customerId: string; code: string; details: Record<string, string>; at: Date },
): Promise<void> {
  const error = { id: newId(), details: JSON.stringify(details), created_at: at };
  await tables(transaction)
    .insertInto('subscription.customer_errors')
    .values({ ...error, organization_id: transaction.organizationId, customer_id: customerId, error_code: code })
    .onConflict((conflict) => conflict.columns(['customer_id', 'error_code']).doUpdateSet(error))
    .execute();
}

export async function clearCustomerError(
  transaction: TenantTransaction,
  customerId: string,
  code: string,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.customer_errors')
    .where('customer_id', '=', customerId)
    .where('error_code', '=', code)
    .execute();
}

/** The errors of a customer, as answers show them. */
export async function errorsOfCustomer(transaction: TenantTransaction, customerId: string): Promise<ErrorDetail[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.customer_errors')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, error_code, details }) => ({ svc_id: id, error_code, details }));
}
