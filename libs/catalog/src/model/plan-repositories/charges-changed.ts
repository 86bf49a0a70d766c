import type { Scope } from '../../scope.js';

/** Publishes a separate write of a charge or fixed charge: drafts are computed again (invoices, section 9.5). */
export async function publishChargesChanged({ transaction, now }: Scope, planId: string): Promise<void> {
  await transaction.append('plan.charges_changed', planId, { plan_id: planId }, now.getTime());
}
