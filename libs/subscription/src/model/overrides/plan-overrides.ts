import { evictPlans, readPlan, type PlanView } from '@tollgate/catalog/reader';
import { ApiError, type CommandSender, type TenantTransaction, type Instant } from '@tollgate/platform';
import { moveUnitsToCopy, logEditedUnits } from '../units/override-history.js';
import { ownUnits, setOwnUnits } from '../unit-changes/unit-changes.repository.js';
import { logNewUnits, type UnitsToRecord } from '../units/quantity-history.js';
import { areUnitsOnly, requestedUnits } from '../units/unit-overrides.js';
import { copyKey } from '../subscriptions/copy-key.js';
import { updateSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { timezoneOfSubscription } from '../subscriptions/timezones.js';
import { trialDueAt } from '../agreement/schedule.js';
import { trialOf } from '../agreement/trial.js';
import { namedByIds } from './named-charges.js';

type Overrides = Record<string, unknown>;

/** The plan of a new subscription, and its overridden units. */
export interface ChosenPlan {
  plan: PlanView;
  ownUnits: UnitsToRecord[];
}

/** Returns the plan with the overridden terms of a new subscription. */
export type OverridePlan = (
  transaction: TenantTransaction,
  externalId: string,
  plan: PlanView,
  overrides: Overrides | undefined,
) => Promise<ChosenPlan>;

const isEmpty = (overrides: Overrides | undefined): overrides is undefined =>
  !overrides || Object.keys(overrides).length === 0;

/**
 * Commands the catalog to copy a plan for a new subscription (subscriptions, section 3.6). If the subscription fails,
 * its copy has no effect: only a repetition of the call finds it.
 */
export const overridesThrough =
  (commands: CommandSender, now: Instant): OverridePlan =>
  async (transaction, externalId, plan, submitted) => {
    if (isEmpty(submitted)) return { plan, ownUnits: [] };
    const overrides = namedByIds(plan, submitted);
    if (areUnitsOnly(plan, overrides)) return { plan, ownUnits: requestedUnits(plan, overrides) };
    const request = { externalId, plan, overrides, units: new Map(), isPublished: false, now };
    return { plan: await override(transaction, commands, request), ownUnits: [] };
  };

/** Stores the overridden units of a new subscription. */
export async function storeOwnUnits(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  units: UnitsToRecord[],
  now: Instant,
): Promise<void> {
  await setOwnUnits(
    transaction,
    row.id,
    units.map((each) => ({ fixedChargeId: each.charge.id, units: each.units })),
    new Date(now),
  );
}

interface Override {
  externalId: string;
  plan: PlanView;
  overrides: Overrides;
  units: Map<string, string>;
  isPublished: boolean;
  now: Instant;
}

async function override(
  transaction: TenantTransaction,
  commands: CommandSender,
  { externalId, plan, overrides, units, isPublished, now }: Override,
): Promise<PlanView> {
  const request = {
    organization_id: transaction.organizationId,
    plan_id: plan.id,
    overrides,
    fixed_charge_units: Object.fromEntries(units),
    announced: isPublished,
    at: now,
  };
  const key = await copyKey(transaction, externalId, plan, { overrides, units: [...units] });
  const { plan_id: planId, refusal } = await commands.send('catalog', 'plan.override', request, key);
  if (refusal) throw new ApiError(refusal.status, refusal.body);
  evictPlans(transaction);
  return readPlan(transaction, planId ?? plan.id);
}

/** Further inputs of an override. */
export interface OverrideContext {
  commands: CommandSender;
  /**
   * Whether the catalog publishes an edit of the copy as a plan change: for `plan_overrides`, not for paths of single
   * charges.
   */
  isPublished: boolean;
  now: Instant;
}

/**
 * Changes the terms of a subscription: units alone are stored on it, other fields create or edit its copy of the plan
 * (subscriptions, section 3.6). The caller holds the lock of the subscription.
 */
export async function applyOverrides(
  transaction: TenantTransaction,
  { commands, isPublished, now }: OverrideContext,
  row: SubscriptionRow,
  plan: PlanView,
  submitted: Overrides | undefined,
): Promise<SubscriptionRow> {
  if (isEmpty(submitted)) return row;
  const overrides = namedByIds(plan, submitted);
  if (areUnitsOnly(plan, overrides)) {
    const units = requestedUnits(plan, overrides);
    await storeOwnUnits(transaction, row, units, now);
    await logNewUnits(transaction, [{ row, timezone: await timezoneOfSubscription(transaction, row), units }], now);
    return row;
  }
  const units = await ownUnits(transaction, row.id);
  const overridden = await override(transaction, commands, {
    externalId: row.external_id,
    plan,
    overrides,
    units,
    isPublished,
    now,
  });
  if (overridden.id === plan.id) {
    await logEditedUnits(transaction, row, await timezoneOfSubscription(transaction, row), overridden, overrides, now);
    return rescheduleTrial(transaction, row, overridden, now);
  }
  return moveToCopy(transaction, row, overridden.id, overrides, now);
}

/** Moves a subscription to its copy of the plan. The caller holds the lock of the subscription. */
export async function moveToCopy(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  copyId: string,
  overrides: Overrides,
  now: Instant,
): Promise<SubscriptionRow> {
  const copy = await readPlan(transaction, copyId);
  const moved = await updateSubscription(transaction, row.id, {
    plan_id: copy.id,
    plan_changes: row.plan_changes + 1,
    updated_at: new Date(now),
  });
  await moveUnitsToCopy(transaction, moved, await timezoneOfSubscription(transaction, row), copy, overrides, now);
  return rescheduleTrial(transaction, moved, copy, now);
}

/**
 * The current plan defines the length of a trial until it has ended; a removed trial ends now
 * (subscriptions, section 5.3).
 */
async function rescheduleTrial(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<SubscriptionRow> {
  if (row.status !== 'active' || row.trial_ended_at !== null) return row;
  const endsAt = trialDueAt(await trialOf(transaction, row, plan), now) ?? (row.trial_end_at ? new Date(now) : null);
  return endsAt?.getTime() === row.trial_end_at?.getTime()
    ? row
    : updateSubscription(transaction, row.id, { trial_end_at: endsAt });
}
