import { Injectable } from '@nestjs/common';
import type { SubscriptionEntitlement, RawInput } from '@tollgate/contracts';
import { findFeatureByCode, readEntitlements, type FeatureView } from '@tollgate/catalog/reader';
import { Clock, NotFound, type TenantTransaction } from '@tollgate/platform';
import { SubscriptionDatabase } from '../../subscription.database.js';
import {
  lockedSubscriptionOfPath,
  subscriptionOfPath,
  type SubscriptionPath,
} from '../../lifecycle/subscription-path.js';
import { ownEntitlementsOf, replaceOwnEntitlements } from '../../model/entitlements/entitlements.repository.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import {
  withoutFeature,
  withoutPrivilege,
  withValues,
  type OwnEntitlement,
  type PlanValues,
} from './own-entitlement.js';
import { planEntitlementsOf, presentEntitlements } from './subscription-entitlement.presenter.js';

/** A change of a subscription's own entitlement to a feature; null removes it. */
interface Change {
  featureId: string;
  after(own: OwnEntitlement | undefined, plan: PlanValues | undefined): OwnEntitlement | null;
}

/** Entitlements of subscriptions: those of their plans and their own ones (customers, section 6.3). */
@Injectable()
export class SubscriptionEntitlementsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async list(organizationId: string, path: SubscriptionPath): Promise<SubscriptionEntitlement[]> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentEntitlements(transaction, await subscriptionOfPath(transaction, path)),
    );
  }

  /** Sets own values of a subscription. @throws NotFound, ValidationFailed */
  async merge(organizationId: string, path: SubscriptionPath, raw: RawInput): Promise<SubscriptionEntitlement[]> {
    return this.change(organizationId, path, async (transaction) =>
      (await readEntitlements(transaction, raw)).map(({ feature, values }) => ({
        featureId: feature.id,
        after: (own, plan) => withValues(own, plan, values),
      })),
    );
  }

  /** Removes a feature from a subscription. @throws NotFound */
  async remove(organizationId: string, path: SubscriptionPath, code: string): Promise<SubscriptionEntitlement[]> {
    return this.change(organizationId, path, async (transaction) => {
      const { id: featureId } = await existing(transaction, code);
      return [{ featureId, after: (_own, plan) => withoutFeature(plan) }];
    });
  }

  /** Removes a privilege from a subscription. @throws NotFound */
  async removePrivilege(
    organizationId: string,
    path: SubscriptionPath,
    code: string,
    privilegeCode: string,
  ): Promise<SubscriptionEntitlement[]> {
    return this.change(organizationId, path, async (transaction) => {
      const feature = await existing(transaction, code);
      const privilege = feature.privileges.find(({ shown }) => shown.code === privilegeCode);
      if (!privilege) throw new NotFound('privilege');
      return [{ featureId: feature.id, after: (own, plan) => withoutPrivilege(own, plan, privilege.id) }];
    });
  }

  /** Publishes each write, even one without a change (webhooks, section 5). */
  private async change(
    organizationId: string,
    path: SubscriptionPath,
    decide: (transaction: TenantTransaction) => Promise<Change[]>,
  ): Promise<SubscriptionEntitlement[]> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await lockedSubscriptionOfPath(transaction, path, now);
      await apply(transaction, row, await decide(transaction), new Date(now));
      await transaction.append('subscription.updated', row.customer_id, { subscription_id: row.id }, now);
      return presentEntitlements(transaction, row);
    });
  }
}

async function apply(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  changes: Change[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const plan = await planEntitlementsOf(transaction, row);
  const ownEntitlements = await ownEntitlementsOf(transaction, row.id);
  const owned = changes.flatMap(({ featureId, after }) => {
    const before = ownEntitlements.get(featureId);
    const entitlement = after(before, plan.get(featureId)?.values);
    return entitlement
      ? [{ ...entitlement, featureId, createdAt: before?.createdAt ?? now, values: new Map(entitlement.values) }]
      : [];
  });
  const featureIds = changes.map(({ featureId }) => featureId);
  await replaceOwnEntitlements(transaction, row.id, featureIds, owned);
}

async function existing(transaction: TenantTransaction, code: string): Promise<FeatureView> {
  const feature = await findFeatureByCode(transaction, code);
  if (!feature) throw new NotFound('feature');
  return feature;
}
