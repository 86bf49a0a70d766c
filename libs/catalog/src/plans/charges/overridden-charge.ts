import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { stampOf, type Scope } from '../../scope.js';
import { checkChargeOverride } from './charge.checks.js';
import type { ChargeOverrideDraft } from './charge.draft.js';
import { lookUpCharges } from './charge.lookups.js';
import { writeCharges } from './charge-writes.js';

/** Changes the submitted fields of a copied charge; its model never changes. @throws ValidationFailed, NotFound */
export async function overrideCharge(scope: Scope, copy: ChargeRow, draft: ChargeOverrideDraft): Promise<void> {
  const found = await lookUpCharges(scope.transaction, [{ draft: draft.changed, charge: copy }], true);
  const edited = checkChargeOverride(draft, found.stored.get(copy.id) as StoredCharge, found, stampOf(scope));
  await writeCharges(scope, { prepared: [edited], stored: found.stored, dropped: [] }, null);
}
