import { Removal, type RawInput } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { liveCopiesOf } from '../../model/plan-repositories/plans.repository.js';

/** The override plans that take part in changes of their parent: those with an active or pending subscription (catalog, section 3.3). */
export async function childPlanOverrides(
  transaction: TenantTransaction,
  subscriptions: PlanSubscriptions,
  planId: string,
): Promise<ReadonlySet<string>> {
  const copies = await liveCopiesOf(transaction, planId);
  const inUse = await subscriptions.inUse(
    transaction,
    copies.map(({ id }) => id),
  );
  return new Set(copies.map(({ id }) => id).filter((id) => inUse.has(id)));
}

/** Whether a request changes override plans too. */
export const cascades = (raw: RawInput): boolean =>
  Removal.shape.cascade_updates.parse(raw['cascade_updates']) ?? false;
