import type { MetricView, PlanView } from '@tollgate/catalog/reader';
import type { Instant } from '@tollgate/platform';
import type { SubscriptionView } from '@tollgate/subscription/reader';

/**
 * Since when an external id belongs to a customer, Unix milliseconds: events before that are another customer's
 * (customers, section 3.6).
 * @param views every subscription that the external id ever had
 */
export function ownedSince(views: readonly SubscriptionView[], customerId: string): Instant {
  const others = views.filter((view) => view.customerId !== customerId);
  const theirLastEnd = Math.max(0, ...others.map(({ agreement }) => agreement.terminatedAt ?? 0));
  const starts = views
    .filter((view) => view.customerId === customerId && (view.agreement.terminatedAt ?? Infinity) > theirLastEnd)
    .map(({ agreement }) => agreement.startedAt);
  return Math.min(...starts);
}

/** The properties of events that a plan shows to customers: those by which its charges on a metric split prices. */
export function shownProperties({ charges }: PlanView, { id }: Pick<MetricView, 'id'>): Set<string> {
  const ofMetric = charges.filter(({ metric }) => metric.id === id);
  return new Set(
    ofMetric.flatMap(({ properties, filters }) => [
      ...(properties.pricing_group_keys ?? []),
      ...filters.flatMap((filter) => [...Object.keys(filter.values), ...(filter.properties.pricing_group_keys ?? [])]),
    ]),
  );
}
