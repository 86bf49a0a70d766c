import { isBlank, type ApplicableUsageThreshold, type FieldErrors, type SubscriptionCreate } from '@tollgate/contracts';
import { findPlanByCode, namedBillingEntity, type BillingEntityView, type PlanView } from '@tollgate/catalog/reader';
import { NotFound, refuseErrors, type Instant, type TenantTransaction } from '@tollgate/platform';
import { findCustomer } from '../../model/customers/customers.repository.js';
import type { RequestedRule } from '../../model/subscriptions/activation-rules.repository.js';
import type { PaymentMethods } from '../../model/agreement/payment-methods.js';
import { checkPayment } from '../../model/agreement/payment-terms.js';
import { readDates } from '../../model/agreement/subscription-dates.js';
import { readThresholds } from '../usage-thresholds/threshold-writes.js';

/** A request for a subscription whose own fields are valid. */
export interface SubscriptionDraft {
  input: SubscriptionCreate;
  plan: PlanView;
  /** The named issuer; null without one. */
  entity: BillingEntityView | null;
  externalCustomerId: string;
  externalId: string;
  subscriptionAt: Date;
  /** Undefined if the request has none. */
  endingAt: Date | null | undefined;
  rules: RequestedRule[];
  thresholds: ApplicableUsageThreshold[] | undefined;
}

/**
 * Reads a request before its customer is known: checks 1 to 8 (subscriptions, section 3).
 * @throws NotFound, ValidationFailed in the order of the table there
 */
export async function draftSubscription(
  transaction: TenantTransaction,
  input: SubscriptionCreate,
  paymentMethods: PaymentMethods,
  now: Instant,
): Promise<SubscriptionDraft> {
  const entity = await namedBillingEntity(transaction, input);
  const plan = isBlank(input.plan_code) ? null : await findPlanByCode(transaction, input.plan_code as string);
  if (!plan) throw new NotFound('plan');
  const errors: FieldErrors = {};
  const dates = readDates(input, new Date(now), now, errors);
  const externalCustomerId = input.external_customer_id ?? '';
  const payment = {
    raw: input.payment_method,
    activationRules: input.activation_rules,
    customerId: async () => (await findCustomer(transaction, externalCustomerId))?.id ?? null,
  };
  const rules = (await checkPayment(transaction, paymentMethods, payment, errors)) ?? [];
  if (isBlank(externalCustomerId)) errors['external_customer_id'] = ['value_is_mandatory'];
  refuseErrors(errors);
  const thresholds = readThresholds(input);
  return { input, plan, entity, externalCustomerId, externalId: input.external_id ?? '', ...dates, rules, thresholds };
}
