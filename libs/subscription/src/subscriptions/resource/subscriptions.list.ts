import type { SubscriptionFilters } from '@tollgate/contracts';
import { subscriptionStatuses } from '@tollgate/contracts';
import { planIdsMatching } from '@tollgate/catalog/reader';
import { paginate, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOfIssuers } from '../../model/repositories/customers.repository.js';
import { tables } from '../../model/tables/subscription.tables.js';

const isStatus = (text: string): text is (typeof subscriptionStatuses)[number] =>
  (subscriptionStatuses as readonly string[]).includes(text);

/**
 * One page of subscriptions: latest `subscription_at` first (subscriptions, section 1.2). Active ones unless `status[]`
 * selects others; an unknown status drops that filter.
 */
export async function listSubscriptions(
  transaction: TenantTransaction,
  filters: SubscriptionFilters,
  restriction: { customerIds?: string[]; billingEntityIds?: string[] },
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
  const overridden = filters.overridden ?? filters.overriden;
  if (filters.plan_code !== undefined || filters.currency !== undefined || overridden !== undefined) {
    const planIds = await planIdsMatching(transaction, {
      code: filters.plan_code,
      currency: filters.currency,
      overridden,
    });
    query = planIds.length ? query.where('plan_id', 'in', planIds) : query.where('id', 'is', null);
  }
  return paginate(query.orderBy('subscription_at', 'desc').orderBy('created_at', 'desc').orderBy('id'), filters);
}
