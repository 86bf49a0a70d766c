import { Injectable } from '@nestjs/common';
import type { TenantTransaction } from '@tollgate/platform';
import { PaymentMethods, type FoundConnection } from '@tollgate/subscription/reader';
import { connectionsOf, methodsByIds, usableMethods } from '../connections/provider-connections.repository.js';
import { providerCustomersOf } from '../customers/provider-customers.repository.js';

/** Reads payment methods for other libraries. */
@Injectable()
export class PaymentMethodsReader extends PaymentMethods {
  override async owners(transaction: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
    const methods = [...(await methodsByIds(transaction, ids)).values()];
    return new Map(methods.flatMap((row) => (row.deleted_at === null ? [[row.id, row.customer_id]] : [])));
  }

  override async defaults(transaction: TenantTransaction, customerIds: string[]): Promise<Map<string, string | null>> {
    const methods = await usableMethods(transaction, customerIds);
    const links = await providerCustomersOf(transaction, customerIds);
    const linked = new Set([...links.keys(), ...methods.keys()]);
    return new Map(
      [...linked].map((customerId) => [
        customerId,
        methods.get(customerId)?.find(({ method }) => method.is_default)?.method.id ?? null,
      ]),
    );
  }

  override async findConnection(
    transaction: TenantTransaction,
    provider: string,
    code: string | null,
  ): Promise<FoundConnection> {
    const [connection, another] = await connectionsOf(transaction, provider, code);
    if (!connection) return 'payment_provider_not_found';
    return another ? 'payment_provider_code_missing' : { code: connection.code };
  }
}
