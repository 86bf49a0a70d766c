import type { PaymentMethod } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import { connectionsByIds, type PaymentMethodRow } from '../rows/provider-connections.repository.js';

/** Payment methods with their providers, in the order given. */
export async function presentMethods(
  transaction: TenantTransaction,
  rows: PaymentMethodRow[],
): Promise<PaymentMethod[]> {
  const connections = await connectionsByIds(transaction, [...new Set(rows.map((row) => row.connection_id))]);
  return rows.map((row) => {
    const connection = connections.get(row.connection_id);
    return {
      svc_id: row.id,
      is_default: row.is_default,
      payment_provider_code: connection?.code ?? null,
      payment_provider_name: connection?.name ?? null,
      payment_provider_type: connection?.provider ?? '',
      provider_method_id: row.provider_method_id,
      created_at: isoSeconds(row.created_at),
    };
  });
}
