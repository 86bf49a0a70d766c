import { Injectable } from '@nestjs/common';
import { PlanCreate, PlanUpdate, type Interval, type Meta, type Plan, type RawInput } from '@tollgate/contracts';
import { checkedMetadata, Clock, newId, storedMetadata, type Page, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { childPlanOverrides } from '../cascade/child-plan-overrides.js';
import {
  addFixedCharges,
  addOnsOfFixedCharges,
  fixedChargesIn,
  replaceFixedCharges,
} from '../fixed-charges/plan-fixed-charges.js';
import { publishUnitChanges } from '../fixed-charges/unit-change.js';
import { writeCommitment } from '../minimum-commitments/commitment-writes.js';
import { onlyKeys, readRecord, withUniqueCodes, type AddError } from '../records.js';
import { replacePlanTaxes } from '../taxes/applied-taxes.js';
import { replaceThresholds } from '../usage-thresholds/usage-thresholds.repository.js';
import { presentPlans } from './plan.presenter.js';
import { addCharges, chargesIn, metricsOfCharges, replaceCharges } from './plan-charges.js';
import { PlanSubscriptions } from '../plan-repositories/plan-subscriptions.js';
import {
  existingPlan,
  findPlan,
  insertPlan,
  listPlans,
  markPendingDeletion,
  repriceCopies,
  updatePlan,
  type PlanRow,
} from '../plan-repositories/plans.repository.js';

/** The fields of a plan that can change once it has a subscription (catalog, section 3.2). */
const editableWhenAttached = [
  'name',
  'invoice_display_name',
  'description',
  'amount_cents',
  'tax_codes',
  'charges',
  'fixed_charges',
  'minimum_commitment',
  'usage_thresholds',
  'metadata',
  'cascade_updates',
] as const;

/** Plans with their charges (catalog, section 3). */
@Injectable()
export class PlansService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
  ) {}

  /**
   * Creates the plan, its taxes, then its charges; each stage runs only if the previous one passed.
   * @throws NotFound, ValidationFailed
   */
  async create(organizationId: string, raw: RawInput): Promise<Plan> {
    const now = await this.clock.now(organizationId);
    const createdAt = new Date(now);
    return this.write(organizationId, async (transaction) => {
      const scope = { transaction, now: createdAt };
      const charges = chargesIn(raw) ?? [];
      const fixedCharges = fixedChargesIn(raw) ?? [];
      const addOns = await addOnsOfFixedCharges(transaction, fixedCharges);
      const metrics = await metricsOfCharges(transaction, charges);
      const input = await readRecord(PlanCreate, raw, ({ code }, add) => checkCode(transaction, code, add));
      const plan = await insertPlan(transaction, {
        id: newId(),
        organization_id: organizationId,
        parent_id: null,
        code: input.code,
        name: input.name,
        invoice_display_name: input.invoice_display_name ?? null,
        description: input.description ?? null,
        interval: input.interval,
        amount_cents: BigInt(input.amount_cents),
        amount_currency: input.amount_currency,
        pay_in_advance: input.pay_in_advance,
        trial_period: input.trial_period ?? null,
        ...monthlyBilling(input.interval, input),
        metadata: input.metadata && storedMetadata(checkedMetadata(input.metadata)),
        created_at: createdAt,
        updated_at: createdAt,
        deleted_at: null,
      });
      if (input.tax_codes) await replacePlanTaxes(scope, plan.id, input.tax_codes);
      await replaceThresholds(scope, plan.id, input.usage_thresholds);
      await addCharges(scope, plan, charges, metrics);
      await addFixedCharges(scope, plan.id, fixedCharges, addOns);
      await writeCommitment(scope, plan.id, input.minimum_commitment);
      await transaction.append('plan.created', plan.id, { plan_id: plan.id }, now);
      return this.present(transaction, plan);
    });
  }

  async list(organizationId: string, page: Page): Promise<{ plans: Plan[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listPlans(transaction, page);
      return { plans: await presentPlans(transaction, rows, this.subscriptions), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<Plan> {
    return this.database.tenant(organizationId, async (transaction) =>
      this.present(transaction, await existingPlan(transaction, code)),
    );
  }

  /**
   * Changes the submitted fields; a plan with subscriptions ignores the fields that its customers agreed to.
   * @throws NotFound, ValidationFailed
   */
  async update(organizationId: string, code: string, raw: RawInput): Promise<Plan> {
    const now = await this.clock.now(organizationId);
    return this.write(organizationId, async (transaction) => {
      const scope = { transaction, now: new Date(now) };
      const plan = await existingPlan(transaction, code, 'update');
      const charges = chargesIn(raw);
      const fixedCharges = fixedChargesIn(raw);
      const addOns = await addOnsOfFixedCharges(transaction, fixedCharges ?? []);
      const metrics = await metricsOfCharges(transaction, charges ?? []);
      const attached = await this.subscriptions.isAttached(transaction, plan.id);
      const input = await readRecord(
        PlanUpdate,
        attached ? onlyKeys(raw, editableWhenAttached) : raw,
        async (change, add) => {
          if (change.code !== plan.code) await checkCode(transaction, change.code, add);
        },
      );
      const {
        tax_codes: taxCodes,
        charges: _charges,
        fixed_charges: _fixedCharges,
        cascade_updates: cascades,
        amount_cents: amount,
        minimum_commitment: commitment,
        usage_thresholds: thresholds,
        metadata,
        ...changes
      } = input;
      const changed = await updatePlan(transaction, plan.id, {
        ...changes,
        ...(amount === undefined ? {} : { amount_cents: BigInt(amount) }),
        ...(metadata ? { metadata: storedMetadata(checkedMetadata(metadata)) } : {}),
        ...(attached ? {} : monthlyBilling(input.interval, input)),
        updated_at: scope.now,
      });
      if (taxCodes) await replacePlanTaxes(scope, plan.id, taxCodes);
      await replaceThresholds(scope, plan.id, thresholds);
      if (thresholds) await transaction.append('plan.thresholds_changed', plan.id, { plan_id: plan.id }, now);
      const copies = cascades ? await childPlanOverrides(transaction, this.subscriptions, plan.id) : null;
      if (charges) await replaceCharges(scope, changed, attached, charges, metrics, copies);
      if (fixedCharges)
        await publishUnitChanges(
          scope,
          plan.id,
          await replaceFixedCharges(scope, plan.id, attached, fixedCharges, addOns, copies),
        );
      await writeCommitment(scope, plan.id, commitment);
      const amountChanged = changed.amount_cents !== plan.amount_cents;
      const repriced =
        amountChanged && cascades ? await repriceCopies(transaction, plan, changed.amount_cents, scope.now) : [];
      const payload = { plan_id: plan.id, amount_changed: amountChanged, repriced_copies: repriced };
      await transaction.append('plan.updated', plan.id, payload, now);
      return this.present(transaction, changed);
    });
  }

  /**
   * Marks a plan and its overrides for deletion. The subscription service ends its subscriptions on the message, then
   * the catalog deletes the plan (catalog, section 3.6). @throws NotFound
   */
  async remove(organizationId: string, code: string): Promise<Plan> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, code, 'update');
      if (!plan.pending_deletion) {
        await markPendingDeletion(transaction, plan.id, new Date(now));
        await transaction.append('plan.deleted', plan.id, { plan_id: plan.id }, now);
      }
      return this.present(transaction, { ...plan, pending_deletion: true });
    });
  }

  private async present(transaction: TenantTransaction, plan: PlanRow): Promise<Plan> {
    const [answer] = await presentPlans(transaction, [plan], this.subscriptions);
    return answer as Plan;
  }

  private async write<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

interface MonthlyFlags {
  bill_charges_monthly?: boolean | null | undefined;
  bill_fixed_charges_monthly?: boolean | null | undefined;
}

/**
 * Only long intervals can bill charges every month; for other or absent intervals the flags are null
 * (catalog, section 3.2).
 */
function monthlyBilling(interval: Interval | undefined, flags: MonthlyFlags) {
  const long = interval === 'yearly' || interval === 'semiannual';
  return {
    bill_charges_monthly: long ? (flags.bill_charges_monthly ?? false) : null,
    bill_fixed_charges_monthly: long ? (flags.bill_fixed_charges_monthly ?? false) : null,
  };
}

async function checkCode(transaction: TenantTransaction, code: string | undefined, add: AddError): Promise<void> {
  if (code !== undefined && (await findPlan(transaction, code))) add('code', 'value_already_exist');
}
