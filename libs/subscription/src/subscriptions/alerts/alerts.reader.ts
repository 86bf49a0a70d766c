import { sql } from 'kysely';
import { watchesMetric } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/subscription.tables.js';
import { alertTypesOf, watchedValues, type MeasuredAs } from './watched-values.js';

/** Whether any subscription has alerts. */
export async function hasSubscriptionAlerts(transaction: TenantTransaction): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('subscription.alerts')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An active subscription with alerts. */
export interface AlertedSubscription {
  id: string;
  customerId: string;
  externalId: string;
  startedAt: Date;
}

/**
 * The external ids among these that have alerts and an active subscription.
 * @param kinds of the snapshots that have the watched values; by default any
 */
export async function alertedSubscriptions(
  transaction: TenantTransaction,
  externalIds: string[],
  kinds: readonly MeasuredAs[] = ['usage', 'forecast', 'deviation'],
): Promise<AlertedSubscription[]> {
  const types = alertTypesOf(kinds);
  const rows = await tables(transaction)
    .selectFrom('subscription.subscriptions as subscription')
    .select(['subscription.id', 'customer_id', 'external_id', 'started_at'])
    .where('subscription.organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .where('status', '=', 'active')
    .where((column) =>
      column.exists(
        column
          .selectFrom('subscription.alerts as alert')
          .select('alert.id')
          .whereRef('alert.organization_id', '=', 'subscription.organization_id')
          .whereRef('alert.external_subscription_id', '=', 'subscription.external_id')
          .where('alert.alert_type', 'in', types),
      ),
    )
    .execute();
  return rows.flatMap(({ id, customer_id: customerId, external_id: externalId, started_at: startedAt }) =>
    startedAt ? [{ id, customerId, externalId, startedAt }] : [],
  );
}

/** The watched values of an external id that follow its usage later. */
export interface WatchedLater {
  forecast: boolean;
  /** Metrics whose deviation from the usual is watched. */
  deviatingMetricIds: Set<string>;
}

/** The forecasts and deviations that alerts watch, by external id. */
export async function readWatchedLater(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<Map<string, WatchedLater>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.alerts')
    .select(['external_subscription_id', 'alert_type', 'billable_metric_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_subscription_id = any(${externalIds}::text[])`)
    .where('alert_type', 'in', alertTypesOf(['forecast', 'deviation']))
    .execute();
  const watched = new Map<string, WatchedLater>();
  for (const { external_subscription_id: externalId, alert_type: type, billable_metric_id: metricId } of rows) {
    const later = watched.get(externalId) ?? { forecast: false, deviatingMetricIds: new Set() };
    watched.set(externalId, later);
    if (metricId === null) later.forecast ||= watchedValues[type].of === 'forecast';
    else later.deviatingMetricIds.add(metricId);
  }
  return watched;
}

/** The usage that the alerts of an external id watch besides its current usage. */
export interface WatchedUsage {
  lifetime: boolean;
  metricIds: Set<string>;
  /** Metrics with watched lifetime units. */
  lifetimeMetricIds: Set<string>;
}

/** The watched usage, by external id. */
export async function readWatchedUsage(
  transaction: TenantTransaction,
  externalIds: string[],
): Promise<Map<string, WatchedUsage>> {
  const rows = await tables(transaction)
    .selectFrom('subscription.alerts')
    .select(['external_subscription_id', 'alert_type', 'billable_metric_id'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_subscription_id = any(${externalIds}::text[])`)
    .execute();
  const watched = new Map<string, WatchedUsage>();
  for (const { external_subscription_id: externalId, alert_type: type, billable_metric_id: metricId } of rows) {
    const watchedUsage = watched.get(externalId) ?? {
      lifetime: false,
      metricIds: new Set(),
      lifetimeMetricIds: new Set(),
    };
    watched.set(externalId, watchedUsage);
    if (type === 'lifetime_usage_amount') watchedUsage.lifetime = true;
    if (watchesMetric(type) && metricId !== null) watchedUsage.metricIds.add(metricId);
    if (type === 'billable_metric_lifetime_usage_units' && metricId !== null)
      watchedUsage.lifetimeMetricIds.add(metricId);
  }
  return watched;
}
