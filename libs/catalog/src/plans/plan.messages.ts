import { Controller } from '@nestjs/common';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { deleteEntitlementsOfPlan } from '../entitlements/plan-entitlements.repository.js';
import { deletePlan } from '../plan-repositories/plans.repository.js';

/** What other services tell about plans. */
@Controller()
export class PlanMessages {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** The last subscription to a deleted plan has ended: now it goes, and its code is free. */
  @OnMessage('plan.subscriptions_ended', 'catalog')
  async subscriptionsEnded(message: Message<'plan.subscriptions_ended'>): Promise<void> {
    const now = new Date(await this.clock.now(message.organization_id));
    const { plan_id: planId } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await deletePlan(transaction, planId, now);
      await deleteEntitlementsOfPlan(transaction, planId);
    });
  }
}
