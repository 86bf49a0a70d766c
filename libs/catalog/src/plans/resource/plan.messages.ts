import { Controller } from '@nestjs/common';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { deleteEntitlementsOfPlan } from '../entitlements/plan-entitlements.repository.js';
import { deleteVersions } from '../../model/plan-repositories/plan-versions.repository.js';
import { deletePlan } from '../../model/plan-repositories/plans.repository.js';

/** Handles the messages of other services about plans. */
@Controller()
export class PlanMessages {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** Deletes a plan pending deletion after its last subscription has ended; its code is free again. */
  @OnMessage('plan.subscriptions_ended', 'catalog')
  async subscriptionsEnded(message: Message<'plan.subscriptions_ended'>): Promise<void> {
    const now = new Date(await this.clock.now(message.organization_id));
    const { plan_id: planId } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await deletePlan(transaction, planId, now);
      await deleteEntitlementsOfPlan(transaction, planId);
      await deleteVersions(transaction, planId);
    });
  }
}
