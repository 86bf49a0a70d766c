import { subscriptionStatuses, type SortsOf, type SubscriptionFilters } from '@tollgate/contracts';
import { planIdsMatching } from '@tollgate/catalog/reader';
import {
  instantKey,
  listForm,
  narrowed,
  readList,
  withCandidates,
  type ListRequest,
  type TenantTransaction,
} from '@tollgate/platform';
import { issuerIdsFor } from '../../customers/resource/customers.service.js';
import { customerIdsOf, customerIdsOfIssuers, customersByIds } from '../../model/customers/customers.repository.js';
import { tables } from '../../model/subscription.tables.js';

const isStatus = (text: string): text is (typeof subscriptionStatuses)[number] =>
  (subscriptionStatuses as readonly string[]).includes(text);

const list = listForm<SortsOf<SubscriptionFilters>>({
  updated: 'updated_at',
  keys: { subscription_at: instantKey('subscription_at'), created_at: instantKey('created_at') },
  order: [
    ['subscription_at', 'desc'],
    ['created_at', 'desc'],
    ['id', 'asc'],
  ],
  searched: ['external_id', 'name'],
  indexed: 'subscription.subscriptions',
});

interface Restriction {
  customerIds?: string[];
  billingEntityIds?: string[];
}

/**
 * One page of subscriptions: latest `subscription_at` first (subscriptions, section 1.2). Active ones unless `status[]`
 * selects others; an unknown status drops that filter.
 */
export async function listSubscriptions(
  transaction: TenantTransaction,
  filters: SubscriptionFilters,
  restriction: Restriction,
) {
  const planIds = await planIdsFor(transaction, filters);
  const searched = await withCandidates(transaction, list, filters);
  const found = subscriptionsFound(transaction, searched, { ...restriction, planIds });
  return readList(transaction, found, list, filters, {
    status: () => ({
      query: subscriptionsFound(
        transaction,
        { ...searched, status: [...subscriptionStatuses] },
        { ...restriction, planIds },
      ),
      values: subscriptionStatuses,
    }),
  });
}

/** The subscriptions that the filters of a list select, unordered; deleted customers have none. @throws NotFound */
export async function exportedSubscriptions(transaction: TenantTransaction, filters: SubscriptionFilters) {
  const customerIds = await liveCustomerIds(transaction, filters.external_customer_id);
  const issuerIds = await issuerIdsFor(transaction, filters.billing_entity_codes);
  return subscriptionsFound(transaction, await withCandidates(transaction, list, filters), {
    ...(customerIds ? { customerIds } : {}),
    ...(issuerIds ? { billingEntityIds: issuerIds } : {}),
    planIds: await planIdsFor(transaction, filters),
  });
}

/** The customers with an identifier that are not deleted; undefined without one. */
export async function liveCustomerIds(
  transaction: TenantTransaction,
  externalId: string | undefined,
): Promise<string[] | undefined> {
  if (externalId === undefined) return undefined;
  const customers = await customersByIds(transaction, await customerIdsOf(transaction, externalId));
  return customers.filter((customer) => customer.deleted_at === null).map(({ id }) => id);
}

/** Ids of the plans that the filters name; null without such a filter. */
async function planIdsFor(transaction: TenantTransaction, filters: SubscriptionFilters): Promise<string[] | null> {
  const overridden = filters.overridden ?? filters.overriden;
  if (filters.plan_code === undefined && filters.currency === undefined && overridden === undefined) return null;
  return planIdsMatching(transaction, { code: filters.plan_code, currency: filters.currency, overridden });
}

function subscriptionsFound(
  transaction: TenantTransaction,
  filters: SubscriptionFilters & Pick<ListRequest, 'candidates'>,
  restriction: Restriction & { planIds: string[] | null },
) {
  let query = tables(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);
  const statuses = filters.status ?? ['active'];
  if (statuses.length > 0 && statuses.every(isStatus)) query = query.where('status', 'in', statuses.filter(isStatus));
  if (filters.external_id !== undefined) query = query.where('external_id', '=', filters.external_id);
  if (restriction.customerIds)
    query = restriction.customerIds.length
      ? query.where('customer_id', 'in', restriction.customerIds)
      : query.where('id', 'is', null);
  const { billingEntityIds: issuers } = restriction;
  if (issuers)
    query = query.where(({ eb, or, and }) =>
      or([
        eb('billing_entity_id', 'in', issuers),
        and([eb('billing_entity_id', 'is', null), eb('customer_id', 'in', customerIdsOfIssuers(transaction, issuers))]),
      ]),
    );
  const { planIds } = restriction;
  if (planIds) query = planIds.length ? query.where('plan_id', 'in', planIds) : query.where('id', 'is', null);
  return narrowed(query, list, filters);
}
