import { readPlanResource } from '@tollgate/catalog/reader';
import { PlanSubscriptionsReader } from '@tollgate/subscription/reader';
import { resource, type Read } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

const subscriptions = new PlanSubscriptionsReader();

/** Reads a plan for its webhooks (webhooks, sections 4 and 5). */
const readPlan: Read = async (transaction, id) => {
  const {
    fixed_charges: _fixed,
    applicable_usage_thresholds: _thresholds,
    ...plan
  } = await readPlanResource(transaction, id, subscriptions);
  return plan;
};

/** Reads a deleted plan, also without entitlements. */
const readDeletedPlan: Read = async (transaction, id, at) => {
  const { entitlements: _entitlements, ...plan } = (await readPlan(transaction, id, at)) as Record<string, unknown>;
  return plan;
};

/** Payloads of webhooks about `plan` (webhooks, section 4). */
export const planPayloads: PayloadsOf<'plan'> = {
  'plan.created': resource('plan_id', readPlan),
  'plan.updated': resource('plan_id', readPlan),
  'plan.deleted': resource('plan_id', readDeletedPlan),
};
