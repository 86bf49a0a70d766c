import { sql, type RawBuilder } from 'kysely';
import { isId, newestIds, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';

/** A customer that may be erased. */
export interface ErasableCustomer {
  id: string;
  externalId: string;
  deleted: boolean;
  /** The next customer with the same external id; null without one. */
  successorId: string | null;
}

/**
 * Finds a customer to erase: the live one with this external id, or the one with this identifier. If there is neither,
 * finds the last deleted one with this external id.
 */
export async function findErasableCustomer(
  transaction: TenantTransaction,
  name: string,
): Promise<ErasableCustomer | undefined> {
  const { rows } = await sql<{ id: string; external_id: string; deleted: boolean; successor_id: string | null }>`
    select id, external_id, deleted_at is not null as deleted, (
      select min(later.id::text) from subscription.customers later
      where later.organization_id = customer.organization_id and later.external_id = customer.external_id
        and later.id > customer.id) as successor_id
    from subscription.customers customer
    where organization_id = ${transaction.organizationId}
      and (external_id = ${name} or id = ${isId(name) ? name : null}::uuid)
    order by (external_id = ${name} and deleted_at is null) desc, (id = ${isId(name) ? name : null}::uuid) desc nulls last,
      id desc
    limit 1
  `.execute(transaction);
  const [row] = rows;
  return row && { id: row.id, externalId: row.external_id, deleted: row.deleted, successorId: row.successor_id };
}

const mostNamed = 100;

/** External ids of the subscriptions of a customer that are active, or wait for their payment: the first of them. */
export async function readRunningSubscriptions(transaction: TenantTransaction, customerId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions')
    .select('external_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['active', 'incomplete'])
    .orderBy('id')
    .limit(mostNamed)
    .execute();
  return rows.map(({ external_id: externalId }) => externalId);
}

/** SQL for the ids of a customer's subscriptions, for use in a statement. */
export const subscriptionsOfCustomer = (
  { organizationId }: TenantTransaction,
  customerId: string,
): RawBuilder<unknown> => sql`
  select id from subscription.subscriptions where organization_id = ${organizationId} and customer_id = ${customerId}`;

/** External ids that only a customer's own subscriptions ever had: their events are its own. */
export async function readOwnExternalSubscriptionIds(
  transaction: TenantTransaction,
  customerId: string,
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select distinct external_id from subscription.subscriptions own
    where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
      and not exists (
        select from subscription.subscriptions other
        where other.organization_id = own.organization_id and other.external_id = own.external_id
          and other.customer_id <> own.customer_id)
    order by external_id
  `.execute(transaction);
  return rows.map(({ external_id: externalId }) => externalId);
}

/** Ids of a customer's subscriptions, the newest first. */
export const newestSubscriptionIds = (transaction: TenantTransaction, customerId: string, limit: number) =>
  newestIds(transaction, 'subscription.subscriptions', customerId, limit);
