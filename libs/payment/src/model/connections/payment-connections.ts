import type { TenantTransaction } from '@tollgate/platform';
import type { PaymentRow } from '../payments/payments.repository.js';
import {
  connectionsByIds,
  methodsByIds,
  type ConnectionRow,
  type PaymentMethodRow,
} from './provider-connections.repository.js';

/** Where a provider made a payment: its connection and method, removed ones too. */
export interface PaymentPlace {
  connection: ConnectionRow;
  /** Null for a payment without a stored method. */
  method: PaymentMethodRow | null;
}

/** Finds the connection of a payment: its own, else that of its method; undefined for manual payments. */
export async function placeOfPayment(
  transaction: TenantTransaction,
  {
    connection_id: ownConnectionId,
    payment_method_id: methodId,
  }: Pick<PaymentRow, 'connection_id' | 'payment_method_id'>,
): Promise<PaymentPlace | undefined> {
  const method = methodId === null ? undefined : (await methodsByIds(transaction, [methodId])).get(methodId);
  const connectionId = ownConnectionId ?? method?.connection_id;
  const connection =
    connectionId === undefined ? undefined : (await connectionsByIds(transaction, [connectionId])).get(connectionId);
  return connection && { connection, method: method ?? null };
}
