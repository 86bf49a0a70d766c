import { Injectable } from '@nestjs/common';
import type { CommandAnswer, EntitlementCheck, EntitlementValue } from '@tollgate/contracts';
import { findFeatureByCode, planValuesOf, shownValue, type PrivilegeView } from '@tollgate/catalog/reader';
import { CommandBus, isoSeconds, NotFound, RefreshedCache, type TenantTransaction } from '@tollgate/platform';
import { subscriptionOfPath, type SubscriptionPath } from '../../lifecycle/subscription-path.js';
import { ownEntitlementsOf } from '../../model/entitlements/entitlements.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { isAllowed, remainingUnits } from './entitlement-check.rules.js';
import { EntitlementVersions } from './entitlement-versions.js';
import { isEntitled, valueOf } from './own-entitlement.js';

/** The entitlement of a subscription to a feature. */
interface Grant {
  subscriptionId: string;
  isActive: boolean;
  entitled: boolean;
  /** All privileges of the feature, by code. */
  privileges: ReadonlyMap<string, PrivilegeView & { value: EntitlementValue | undefined }>;
}

type MetricUsage = CommandAnswer<'usage.of_metric'>;

/** Changes by other processes are visible within a second. */
const grantsAge = { refreshAfterMs: 500, cacheTtlMs: 1_000 };
/** Usage in answers is at most ten seconds old. */
const usageAge = { refreshAfterMs: 3_000, cacheTtlMs: 10_000 };
const cacheSize = 20_000;

/** Checks at each use whether a subscription may use a feature (docs/concepts/entitlements.md). */
@Injectable()
export class EntitlementChecksService {
  private readonly grants = new RefreshedCache<Grant>(grantsAge, cacheSize);
  private readonly usages = new RefreshedCache<MetricUsage>(usageAge, cacheSize);

  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly commands: CommandBus,
    private readonly versions: EntitlementVersions,
  ) {}

  /** @throws NotFound for a missing subscription, feature or privilege; Unavailable if usage cannot be read */
  async check(
    organizationId: string,
    path: SubscriptionPath,
    featureCode: string,
    privilegeCode: string | undefined,
  ): Promise<EntitlementCheck> {
    const grant = await this.grant(organizationId, path, featureCode);
    const privilege = privilegeCode === undefined ? null : grant.privileges.get(privilegeCode);
    if (privilege === undefined) throw new NotFound('privilege');
    const value = grant.entitled ? privilege?.value : undefined;
    const usage = await this.usageOf(organizationId, grant, value === undefined ? null : privilege);
    return {
      external_subscription_id: path.externalId,
      feature_code: featureCode,
      privilege_code: privilegeCode ?? null,
      allowed: isAllowed(grant.entitled, privilege && { value, usedUnits: usage?.units }),
      value: value ?? null,
      usage:
        usage && value !== undefined
          ? {
              billable_metric_code: usage.code,
              units: usage.units,
              remaining: remainingUnits(value, usage.units),
              from_datetime: isoSeconds(usage.from),
              to_datetime: isoSeconds(usage.to),
            }
          : null,
    };
  }

  private async grant(organizationId: string, path: SubscriptionPath, featureCode: string): Promise<Grant> {
    const key = JSON.stringify([organizationId, path.externalId, path.status, featureCode]);
    return this.grants.get(key, this.versions.of(organizationId), () =>
      this.database.tenant(organizationId, (transaction) => readGrant(transaction, path, featureCode)),
    );
  }

  /** Inactive subscriptions have no current usage. */
  private async usageOf(
    organizationId: string,
    { subscriptionId, isActive }: Grant,
    privilege: PrivilegeView | null,
  ): Promise<(MetricUsage & { code: string }) | null> {
    const metricId = privilege?.metricId ?? null;
    const code = privilege?.shown.config.billable_metric_code;
    if (!isActive || metricId === null || code === undefined) return null;
    const request = {
      organization_id: organizationId,
      subscription_id: subscriptionId,
      billable_metric_id: metricId,
    };
    const read = () => this.commands.send('invoicing', 'usage.of_metric', request);
    return { ...(await this.usages.get(`${subscriptionId}/${metricId}`, null, read)), code };
  }
}

async function readGrant(transaction: TenantTransaction, path: SubscriptionPath, featureCode: string): Promise<Grant> {
  const row = await subscriptionOfPath(transaction, path);
  const feature = await findFeatureByCode(transaction, featureCode);
  if (!feature) throw new NotFound('feature');
  const plan = await planValuesOf(transaction, row.plan_id, feature.id);
  const ownEntitlement = (await ownEntitlementsOf(transaction, row.id)).get(feature.id);
  const privileges = feature.privileges.map((privilege) => {
    const value = valueOf(ownEntitlement, plan, privilege.id);
    const { code, value_type: type } = privilege.shown;
    return [code, { ...privilege, value: value === undefined ? undefined : shownValue(type, value) }] as const;
  });
  return {
    subscriptionId: row.id,
    isActive: row.status === 'active',
    entitled: isEntitled(ownEntitlement, plan),
    privileges: new Map(privileges),
  };
}
