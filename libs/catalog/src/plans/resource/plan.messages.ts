import { Controller } from '@nestjs/common';
import type { Message } from '@tollgate/contracts';
import { Clock, OnMessage } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { deleteEntitlementsOfPlans } from '../entitlements/plan-entitlements.repository.js';
import { retainedVersionsOf } from '../../model/plan-repositories/retained-versions.repository.js';
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
      const retained = await retainedVersionsOf(transaction, planId);
      await deletePlan(transaction, planId, now);
      await deleteEntitlementsOfPlans(transaction, [planId, ...retained.map(({ id }) => id)]);
      await deleteVersions(transaction, planId);
    });
  }
}
