import { isBlank, type FieldErrors, type Given } from '@tollgate/contracts';
import type { SubscriptionRow } from '../rows/subscriptions.repository.js';

/** `payment_method`: a provider's default, or manual; no provider is connected that would know an id (subscriptions, section 3, point 5). */
export function checkPaymentMethod(given: Given | undefined, errors: FieldErrors): void {
  if (!given) return;
  const { payment_method_type: type, payment_method_id: methodId } = given;
  if ((isBlank(type) || type === 'provider' || type === 'manual') && isBlank(methodId)) return;
  errors['payment_method'] = ['invalid_payment_method'];
}

/** How a subscription is paid, by what a call says. */
export const paymentMethodOf = (given: Given): Pick<SubscriptionRow, 'payment_method_type' | 'payment_method_id'> => ({
  payment_method_type: given['payment_method_type'] === 'manual' ? 'manual' : 'provider',
  payment_method_id: null,
});

/**
 * `activation_rules`: a start that waits for its payment needs somebody who can be charged, and there is nobody while no
 * customer is linked to a payment provider. All errors of a rule are told (subscriptions, section 3.5).
 */
export function checkActivationRules(given: unknown, paymentMethod: Given, errors: FieldErrors): void {
  if (given === undefined || given === null) return;
  if (!Array.isArray(given)) {
    errors['activation_rules'] = ['invalid_format'];
    return;
  }
  const rules = given.map((rule: unknown): Given => (rule !== null && typeof rule === 'object' ? (rule as Given) : {}));
  if (rules.some(({ type }) => type !== 'payment')) {
    errors['activation_rules'] = ['invalid_type'];
    return;
  }
  if (rules.length > 1) errors['activation_rules'] = ['duplicated_type'];
  if (rules.some(({ timeout_hours: hours }) => !isBlank(hours) && !isWholeNumber(hours)))
    errors['timeout_hours'] = ['value_must_be_positive_or_zero'];
  if (rules.length > 0) errors['customer'] = [whyNotCharged(paymentMethod)];
}

const isWholeNumber = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

function whyNotCharged({ payment_method_type: type, payment_method_id: methodId }: Given): string {
  if (type === 'manual') return 'manual_payment_method_invalid_for_payment_activation_rules';
  if (!isBlank(methodId)) return 'payment_method_not_found';
  return type === 'provider' ? 'no_default_payment_method' : 'no_linked_payment_provider';
}
