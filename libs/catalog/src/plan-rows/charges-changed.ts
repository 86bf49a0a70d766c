import type { CatalogDatabase } from '../catalog.database.js';
import type { Scope } from '../scope.js';

/** Tells that a charge or fixed charge of a plan was written by itself: drafts are computed anew with it (invoices, section 9.5). */
export async function publishChargesChanged(
  database: CatalogDatabase,
  { transaction, organizationId, now }: Scope,
  planId: string,
): Promise<void> {
  await database.append(
    transaction,
    organizationId,
    'plan.charges_changed',
    planId,
    { plan_id: planId },
    now.getTime(),
  );
}
