import type { FixedCharge, Meta } from '@tollgate/contracts';
import { NotFound, type Page, type Transaction } from '@tollgate/platform';
import type { FixedChargeView } from '../views.js';
import { readFixedChargeParts } from './fixed-charge-parts.js';
import { presentFixedCharges, toFixedChargeView } from './fixed-charge.presenter.js';
import { existingFixedCharge, fixedChargesOfPlans, listFixedCharges } from '../plan-rows/fixed-charges.repository.js';

/** The live fixed charges of a plan, in the order of their creation. */
export async function readFixedCharges(
  transaction: Transaction,
  organizationId: string,
  planId: string,
): Promise<FixedChargeView[]> {
  const parts = await readFixedChargeParts(
    transaction,
    organizationId,
    await fixedChargesOfPlans(transaction, [planId]),
  );
  return parts.map(toFixedChargeView);
}

/** One page of a plan's fixed charges as they are answered, newest first. */
export async function listFixedChargeResources(
  transaction: Transaction,
  organizationId: string,
  planId: string,
  page: Page,
): Promise<{ fixed_charges: FixedCharge[]; meta: Meta }> {
  const { rows, meta } = await listFixedCharges(transaction, planId, page);
  return { fixed_charges: await presentFixedCharges(transaction, organizationId, rows), meta };
}

/** A fixed charge of a plan by its code, as it is answered. @throws NotFound */
export async function readFixedChargeResource(
  transaction: Transaction,
  organizationId: string,
  planId: string,
  code: string,
): Promise<FixedCharge> {
  const charge = await existingFixedCharge(transaction, planId, code);
  const [answer] = await presentFixedCharges(transaction, organizationId, [charge]);
  if (!answer) throw new NotFound('fixed_charge');
  return answer;
}
