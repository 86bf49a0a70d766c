import { isBlank, type FieldErrors, type SubscriptionCreate } from '@tollgate/contracts';
import { ValidationFailed, refuseErrors } from '@tollgate/platform';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { isCurrent, readBillingTime } from './new-start.rules.js';

/** The effect of a request for a subscription. */
export type CreationStep =
  /** The current subscription has the plan and stays. */
  | { kind: 'keep'; current: SubscriptionRow }
  | { kind: 'change'; current: SubscriptionRow }
  /** @see startOf for the earlier ones of the customer */
  | { kind: 'start'; earlier: SubscriptionRow[]; billingTime: SubscriptionRow['billing_time'] };

/** The stored rows that the checks read. */
interface CreationLookUps {
  planId: string;
  customerId: string;
  /** Every subscription that the external id ever had, of all customers. */
  others: SubscriptionRow[];
}

/**
 * Checks 9 to 12 of a creation, and chooses what follows (subscriptions, section 3).
 * @throws ValidationFailed in the order of the table there
 */
export function checkCreation(
  { external_id: externalId, billing_time }: Pick<SubscriptionCreate, 'external_id' | 'billing_time'>,
  { planId, customerId, others }: CreationLookUps,
): CreationStep {
  const own = others.filter((other) => other.customer_id === customerId);
  if (own.some(({ status }) => status === 'incomplete'))
    throw new ValidationFailed({ subscription: ['subscription_incomplete'] });
  const errors: FieldErrors = {};
  const billingTime = readBillingTime(billing_time, errors);
  if (others.some((other) => other.status === 'active' && other.customer_id !== customerId))
    errors['external_id'] = ['value_already_exist'];
  if (isBlank(externalId)) errors['external_id'] = ['value_is_mandatory'];
  refuseErrors(errors);
  const current = own.find(isCurrent);
  if (!current) return { kind: 'start', earlier: own, billingTime };
  return { kind: current.plan_id === planId ? 'keep' : 'change', current };
}
