import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlanUpdate, type CommandAnswer, type CommandRequest, type RawInput } from '@tollgate/contracts';
import { ApiError, CommandBus, newId, NotFound } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { tables } from '../tables/catalog.tables.js';
import { copyCharge } from '../cascade/copied-charges.js';
import { overrideCharge } from '../charges/overridden-charge.js';
import { chargesOfPlans } from '../plan-repositories/charges.repository.js';
import { copyFixedCharges, editCopiedFixedCharges } from '../fixed-charges/copied-fixed-charges.js';
import { writeCommitment } from '../minimum-commitments/commitment-writes.js';
import { publishUnitChanges } from '../fixed-charges/unit-change.js';
import { onlyKeys, readRecord } from '../records.js';
import type { Scope } from '../scope.js';
import { replacePlanTaxes } from '../taxes/applied-taxes.js';
import { replaceThresholds } from '../usage-thresholds/usage-thresholds.repository.js';
import { chargesIn, metricsOfCharges, replaceCharges } from './plan-charges.js';
import { findPlansById, insertPlan, updatePlan, type PlanRow } from '../plan-repositories/plans.repository.js';

/** The fields of a plan that one subscription may override (subscriptions, section 3.6). */
const overridable = [
  'amount_cents',
  'amount_currency',
  'description',
  'name',
  'invoice_display_name',
  'trial_period',
  'tax_codes',
  'minimum_commitment',
  'usage_thresholds',
];

/** Copies plans for single subscriptions: the first override creates the copy, later ones edit it. */
@Injectable()
export class PlanOverridesService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'plan.override', (request, key) => this.override(request, key));
  }

  private async override(
    request: CommandRequest<'plan.override'>,
    key: string,
  ): Promise<CommandAnswer<'plan.override'>> {
    const {
      organization_id: organizationId,
      plan_id: planId,
      overrides,
      fixed_charge_units: units,
      announced: isPublished,
      at,
    } = request;
    try {
      return await this.database.answerOnce(organizationId, key, async (transaction) => {
        const scope = { transaction, now: new Date(at) };
        const [plan] = await findPlansById(transaction, [planId]);
        if (!plan) throw new NotFound('plan');
        const edited = plan.parent_id === null ? null : await editCopy(scope, plan, overrides);
        const id = edited?.id ?? (await copyPlan(scope, plan, overrides, units));
        if (edited && isPublished) {
          const payload = { plan_id: id, amount_changed: edited.amount_cents !== plan.amount_cents };
          await transaction.append('plan.updated', id, payload, at);
        }
        if (overrides['usage_thresholds']) await transaction.append('plan.thresholds_changed', id, { plan_id: id }, at);
        return { plan_id: id, refusal: null };
      });
    } catch (error) {
      // The sender of the command reports errors of its API caller.
      if (error instanceof ApiError && error.status < 500)
        return { plan_id: null, refusal: { status: error.status, body: error.body } };
      throw error;
    }
  }
}

async function readOverrides(raw: RawInput) {
  const {
    amount_cents: amount,
    tax_codes: taxCodes,
    minimum_commitment: commitment,
    usage_thresholds: thresholds,
    metadata: _notOverridable,
    ...columns
  } = await readRecord(PlanUpdate, onlyKeys(raw, overridable), () => undefined);
  return {
    columns: { ...columns, ...(amount === undefined ? {} : { amount_cents: BigInt(amount) }) },
    taxCodes,
    commitment,
    thresholds,
  };
}

/**
 * Copies a plan with all charges, but without its taxes and metadata, and applies the overrides.
 * @param units the units of fixed charges that the subscription overrides already, by id
 */
export async function copyPlan(
  scope: Scope,
  parent: PlanRow,
  raw: RawInput,
  units: Record<string, string>,
): Promise<string> {
  const { columns, taxCodes, commitment, thresholds } = await readOverrides(raw);
  const copy = await insertPlan(scope.transaction, {
    ...parent,
    ...columns,
    metadata: null,
    id: newId(),
    parent_id: parent.id,
    created_at: scope.now,
    updated_at: scope.now,
  });
  if (taxCodes) await replacePlanTaxes(scope, copy.id, taxCodes);
  await replaceThresholds(scope, copy.id, thresholds);
  const overrides = new Map((chargesIn(raw) ?? []).map((charge) => [String(charge['id']).toLowerCase(), charge]));
  for (const charge of await chargesOfPlans(scope.transaction, [parent.id])) {
    const copied = await copyCharge(scope, copy.id, charge);
    const override = overrides.get(charge.id);
    if (override) await overrideCharge(scope, copied, override);
  }
  await copyFixedCharges(scope, parent.id, copy.id, raw, units);
  await writeCommitment(scope, copy.id, commitment);
  return copy.id;
}

/**
 * Edits a copy like a plan: only the submitted fields change, but a list of charges is complete. Publishes units, too:
 * the subscription uses them even if the requesting call dies before it stores them.
 */
async function editCopy(scope: Scope, copy: PlanRow, raw: RawInput): Promise<PlanRow> {
  const { transaction, now } = scope;
  const charges = chargesIn(raw);
  const metrics = await metricsOfCharges(transaction, charges ?? []);
  const { columns, taxCodes, commitment, thresholds } = await readOverrides(raw);
  await tables(transaction).selectFrom('catalog.plans').select('id').where('id', '=', copy.id).forUpdate().execute();
  const changed = await updatePlan(transaction, copy.id, { ...columns, updated_at: now });
  if (taxCodes) await replacePlanTaxes(scope, copy.id, taxCodes);
  await replaceThresholds(scope, copy.id, thresholds);
  if (charges) await replaceCharges(scope, changed, true, charges, metrics, null);
  await publishUnitChanges(scope, copy.id, await editCopiedFixedCharges(scope, copy.id, raw));
  await writeCommitment(scope, copy.id, commitment);
  return changed;
}
