import type { FixedCharge, Meta } from '@tollgate/contracts';
import { NotFound, type Page, type TenantTransaction } from '@tollgate/platform';
import type { FixedChargeView } from '../../views.js';
import { presentFixedCharges } from './fixed-charge.presenter.js';
import {
  existingFixedCharge,
  fixedChargesOfPlans,
  listFixedCharges,
} from '../../model/plan-repositories/fixed-charges.repository.js';

/** The units of a fixed charge of a plan. */
export type FixedUnitsView = Pick<FixedChargeView, 'id' | 'payInAdvance' | 'units' | 'revision'>;

/** The live fixed charges of a plan with their units as they are now, in the order of their creation. */
export async function readFixedCharges(transaction: TenantTransaction, planId: string): Promise<FixedUnitsView[]> {
  return (await fixedChargesOfPlans(transaction, [planId])).map(({ id, pay_in_advance, units, revision }) => ({
    id,
    payInAdvance: pay_in_advance,
    units,
    revision,
  }));
}

/** One page of a plan's fixed charges in the shape of answers, newest first. */
export async function listFixedChargeResources(
  transaction: TenantTransaction,
  planId: string,
  page: Page,
): Promise<{ fixed_charges: FixedCharge[]; meta: Meta }> {
  const { rows, meta } = await listFixedCharges(transaction, planId, page);
  return { fixed_charges: await presentFixedCharges(transaction, rows), meta };
}

/** A fixed charge of a plan by its code, in the shape of answers. @throws NotFound */
export async function readFixedChargeResource(
  transaction: TenantTransaction,
  planId: string,
  code: string,
): Promise<FixedCharge> {
  const charge = await existingFixedCharge(transaction, planId, code);
  const [answer] = await presentFixedCharges(transaction, [charge]);
  if (!answer) throw new NotFound('fixed_charge');
  return answer;
}
