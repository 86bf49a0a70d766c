import { sql, type RawBuilder } from 'kysely';
import { documentIdsOfCustomer } from '@tollgate/invoicing/reader';
import { paymentIdsOfCustomer } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { subscriptionsOfCustomer } from '@tollgate/subscription/reader';
import { walletIdsOfCustomer } from '@tollgate/wallet/reader';

/** SQL for the ids of a customer and of everything that it has. */
export const objectsOf = (transaction: TenantTransaction, customerId: string): RawBuilder<unknown> => sql`
  select ${customerId}::uuid as id
  union all ${subscriptionsOfCustomer(transaction, customerId)}
  union all ${walletIdsOfCustomer(transaction, customerId)}
  union all ${documentIdsOfCustomer(transaction, customerId)}
  union all ${paymentIdsOfCustomer(transaction, customerId)}`;
