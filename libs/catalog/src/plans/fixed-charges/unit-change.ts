import type { MessagePayload } from '@tollgate/contracts';
import type { Scope } from '../../scope.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';

/** New units of a fixed charge, in the shape of the message to subscriptions. */
export type UnitChange = MessagePayload<'fixed_charges.units_changed'>['changes'][number];

/** @param immediately in force now, else from the next period on */
export const unitChange = (charge: FixedChargeRow, immediately: boolean): UnitChange => ({
  plan_id: charge.plan_id,
  fixed_charge_id: charge.id,
  units: charge.units,
  revision: charge.revision,
  pay_in_advance: charge.pay_in_advance,
  immediately,
});

/** Publishes all unit changes of one request together: a subscription gets one invoice (charges, section 5.4). */
export async function publishUnitChanges(
  { transaction, now }: Scope,
  planId: string,
  changes: UnitChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await transaction.append('fixed_charges.units_changed', planId, { plan_id: planId, changes }, now.getTime());
}
