import type { PortalEnd } from '@tollgate/contracts';
import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import { NotFound, ValidationFailed, type Instant, type TenantTransaction } from '@tollgate/platform';
import { currentPlanPeriod } from '@tollgate/rating';
import { nextBillingOf } from '../../model/agreement/schedule.js';
import { agreementOf, inContext } from '../../model/agreement/subscription-agreement.js';
import { timezoneOf } from '../../model/subscriptions/timezones.js';
import { ownSubscription, type OwnSubscription } from './own-subscription.js';
import { offeredPlans } from './portal-plans.reader.js';

// A change and its preview have the same rules (customers, section 3.5).

/**
 * Checks that a customer may change its subscription to a plan; its present plan is always allowed.
 * @throws NotFound, ValidationFailed
 */
export async function checkPortalChange(
  transaction: TenantTransaction,
  customerId: string,
  externalId: string,
  planCode: string,
): Promise<OwnSubscription & { present: PlanView }> {
  const own = await ownSubscription(transaction, customerId, externalId);
  const present = await readPlan(transaction, own.row.plan_id);
  if (present.code === planCode) return { ...own, present };
  if (own.row.ending_requested_at) throw new ValidationFailed({ base: ['subscription_is_ending'] });
  const offered = await offeredPlans(transaction, own, present);
  if (!offered.some(({ code }) => code === planCode)) throw new ValidationFailed({ plan_code: ['value_is_invalid'] });
  return { ...own, present };
}

/** The end that a customer chooses. `field`: its name in the call. */
export interface ChosenEnd {
  at: PortalEnd;
  field: 'at' | 'end';
}

/**
 * The instant of an end that a customer chooses, Unix milliseconds: now, or the start of the next period of the plan.
 * @throws NotFound; ValidationFailed for an end that its issuer does not allow
 */
export async function readPortalEnd(
  transaction: TenantTransaction,
  customerId: string,
  externalId: string,
  { at, field }: ChosenEnd,
  now: Instant,
): Promise<{ own: OwnSubscription; endsAt: Instant; timezone: string }> {
  const own = await ownSubscription(transaction, customerId, externalId);
  if (!own.settings.subscription_ends.includes(at)) throw new ValidationFailed({ [field]: ['value_is_invalid'] });
  const timezone = await timezoneOf(transaction, own.customer);
  const [subscription] = await inContext(transaction, [own.row]);
  if (!subscription) throw new NotFound('subscription');
  const { renewsAt } = currentPlanPeriod(agreementOf(subscription), now, timezone, nextBillingOf(own.row));
  return { own, endsAt: at === 'now' ? now : renewsAt, timezone };
}
