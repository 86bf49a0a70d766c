import type { RawInput } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { addOnsById } from '../../products/add-ons/add-ons.repository.js';
import { readMetrics } from '../../products/billable-metrics/billable-metrics.reader.js';
import { pricingUnitNames } from '../../products/pricing-units/pricing-units.repository.js';
import type { PlanView } from '../../views.js';
import type { ChargeParts } from '../charges/charge-parts.js';
import type { AddedCharge } from '../charge-writes/prepared-charges.js';
import type { FixedChargeParts } from '../fixed-charges/fixed-charge-parts.js';
import { checkNewPlan, type CheckedNewPlan } from './plan.checks.js';
import { draftNewPlan } from './plan.draft.js';
import { lookUpNewPlan } from './plan.lookups.js';
import { toPlanView } from './plan.presenter.js';

/** A plan whose prices are tried may have no name yet. */
const unnamed = { name: 'Draft', code: 'draft' };

/**
 * The plan that a body describes, as it would be if it was saved; nothing is stored or locked. It has no taxes and no
 * thresholds: these change no price. A code in use is no error, because the body may describe a saved plan with new
 * prices.
 * @param raw the body of a new plan (catalog, section 3.1); name and code may be absent
 * @param now UTC
 * @throws NotFound, ValidationFailed as the creation of a plan
 */
export async function readDraftedPlan(transaction: TenantTransaction, raw: RawInput, now: Date): Promise<PlanView> {
  const draft = draftNewPlan({ ...unnamed, ...raw });
  const found = { ...(await lookUpNewPlan(transaction, draft, 'none')), isCodeTaken: false };
  const checked = checkNewPlan(draft, found, { organizationId: transaction.organizationId, now });
  const { row, commitment } = checked;
  const parts = {
    plan: row,
    charges: await chargeParts(transaction, checked),
    fixedCharges: await fixedChargeParts(transaction, checked),
    taxes: [],
    commitment: commitment && commitment.kind !== 'removed' ? { commitment: commitment.row, taxes: [] } : null,
    thresholds: [],
    applicableThresholds: [],
  };
  return toPlanView(parts, new Map());
}

async function chargeParts(transaction: TenantTransaction, { charges }: CheckedNewPlan): Promise<ChargeParts[]> {
  const added = charges.prepared.filter((charge): charge is AddedCharge => charge.kind === 'added');
  const metrics = await readMetrics(transaction, [...new Set(added.map(({ row }) => row.billable_metric_id))]);
  const unitIds = added.flatMap(({ unit }) => unit?.pricingUnitId ?? []);
  const unitNames = await pricingUnitNames(transaction, [...new Set(unitIds)]);
  return added.map(({ row, filters, unit }) => {
    const metric = metrics.get(row.billable_metric_id);
    if (!metric) throw new Error(`Charge ${row.code} has no metric`);
    const names = unitNames.get(unit?.pricingUnitId ?? '');
    const pricingUnit =
      unit && names ? { id: unit.pricingUnitId, conversionRate: unit.conversionRate, ...names } : null;
    return { charge: row, metric, filters, taxes: [], pricingUnit };
  });
}

async function fixedChargeParts(
  transaction: TenantTransaction,
  { fixedCharges }: CheckedNewPlan,
): Promise<FixedChargeParts[]> {
  const rows = fixedCharges.prepared.map(({ row }) => row);
  const addOns = await addOnsById(transaction, [...new Set(rows.map((row) => row.add_on_id))]);
  return rows.map((charge) => {
    const addOn = addOns.get(charge.add_on_id);
    if (!addOn) throw new Error(`Fixed charge ${charge.code} has no add-on`);
    return { charge, addOn, taxes: [] };
  });
}
