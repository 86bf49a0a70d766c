import { sql } from 'kysely';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';
import { methodOfRow } from '../../model/agreement/payment-methods.js';

/** The payment methods of subscriptions, by their ids. */
export async function readPaymentMethodsOfSubscriptions(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, PaymentMethodReference>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select(['id', 'payment_method_type', 'payment_method_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, methodOfRow(row)]));
}
