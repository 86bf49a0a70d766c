import type { SubscriptionFilters } from '@tollgate/contracts';
import { subscriptionStatuses } from '@tollgate/contracts';
import { planIdsMatching } from '@tollgate/catalog/reader';
import { paginate, tablesOf, type Transaction } from '@tollgate/platform';
import type { SubscriptionTables } from '../tables/subscription.tables.js';

const isStatus = (text: string): text is (typeof subscriptionStatuses)[number] =>
  (subscriptionStatuses as readonly string[]).includes(text);

/**
 * One page of subscriptions: latest `subscription_at` first (subscriptions, section 1.2). Active ones unless `status[]`
 * says otherwise; an unknown status among those given drops that filter.
 */
export async function listSubscriptions(
  transaction: Transaction,
  organizationId: string,
  filters: SubscriptionFilters,
  restriction: { customerIds?: string[]; billingEntityIds?: string[] },
) {
  let query = tablesOf<SubscriptionTables>(transaction)
    .selectFrom('subscription.subscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId);
  const statuses = filters.status ?? ['active'];
  if (statuses.length > 0 && statuses.every(isStatus)) query = query.where('status', 'in', statuses.filter(isStatus));
  if (filters.external_id !== undefined) query = query.where('external_id', '=', filters.external_id);
  if (restriction.customerIds)
    query = restriction.customerIds.length
      ? query.where('customer_id', 'in', restriction.customerIds)
      : query.where('id', 'is', null);
  if (restriction.billingEntityIds) query = query.where('billing_entity_id', 'in', restriction.billingEntityIds);
  const overridden = filters.overridden ?? filters.overriden;
  if (filters.plan_code !== undefined || filters.currency !== undefined || overridden !== undefined) {
    const planIds = await planIdsMatching(transaction, organizationId, {
      code: filters.plan_code,
      currency: filters.currency,
      overridden,
    });
    query = planIds.length ? query.where('plan_id', 'in', planIds) : query.where('id', 'is', null);
  }
  return paginate(query.orderBy('subscription_at', 'desc').orderBy('created_at', 'desc').orderBy('id'), filters);
}
