import type { Scope } from '../scope.js';

/** Tells that a charge or fixed charge of a plan was written by itself: drafts are computed anew with it (invoices, section 9.5). */
export async function publishChargesChanged({ transaction, now }: Scope, planId: string): Promise<void> {
  await transaction.append('plan.charges_changed', planId, { plan_id: planId }, now.getTime());
}
