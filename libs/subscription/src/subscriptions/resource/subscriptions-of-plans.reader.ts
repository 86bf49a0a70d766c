import { sql } from 'kysely';
import type { TestedCustomerFilters } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { issuerIdsFor } from '../../customers/resource/customers.service.js';
import { customersFound } from '../../model/customers/customers-list.repository.js';
import { tables } from '../../model/subscription.tables.js';

/** Selects active subscriptions of plans, of some customers or of all. */
export interface SubscriptionsOfPlans {
  planIds: string[];
  /** Null: all. */
  externalCustomerIds: string[] | null;
  /** Filters of the list of customers. Null: all. */
  customerFilters: TestedCustomerFilters | null;
  /** Started at the latest then: later ones are no part of a request of that instant. */
  startedUntil: Date;
}

/** @throws NotFound for an issuer that the filters name */
async function issuersOf(
  transaction: TenantTransaction,
  { customerFilters }: SubscriptionsOfPlans,
): Promise<string[] | null> {
  return customerFilters && issuerIdsFor(transaction, customerFilters.billing_entity_codes);
}

const ofPlans = (
  transaction: TenantTransaction,
  { planIds, externalCustomerIds, customerFilters, startedUntil }: SubscriptionsOfPlans,
  issuerIds: string[] | null,
) => {
  const active = tables(transaction)
    .selectFrom('subscription.subscriptions as subscription')
    .where('subscription.organization_id', '=', transaction.organizationId)
    .where('subscription.status', '=', 'active')
    .where('subscription.started_at', '<=', startedUntil)
    .where(sql<boolean>`subscription.plan_id = any(${planIds}::uuid[])`);
  const query =
    customerFilters === null
      ? active
      : active.where(
          'subscription.customer_id',
          'in',
          customersFound(transaction, customerFilters, issuerIds).clearSelect().select('id'),
        );
  return externalCustomerIds === null
    ? query
    : query
        .innerJoin('subscription.customers as customer', 'customer.id', 'subscription.customer_id')
        .where(sql<boolean>`customer.external_id = any(${externalCustomerIds}::text[])`);
};

/** Counts active subscriptions of plans. @throws NotFound for an issuer that the filters name */
export async function countSubscriptionsOfPlans(
  transaction: TenantTransaction,
  selection: SubscriptionsOfPlans,
): Promise<number> {
  const { count } = await ofPlans(transaction, selection, await issuersOf(transaction, selection))
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ids of active subscriptions of plans in their order. @param after the last one before; null: from the first */
export async function subscriptionsOfPlansAfter(
  transaction: TenantTransaction,
  selection: SubscriptionsOfPlans,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const query = ofPlans(transaction, selection, await issuersOf(transaction, selection))
    .select('subscription.id')
    .orderBy('subscription.id')
    .limit(limit);
  const rows = await (after === null ? query : query.where('subscription.id', '>', after)).execute();
  return rows.map(({ id }) => id);
}
