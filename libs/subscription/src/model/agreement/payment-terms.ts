import { isBlank, type FieldErrors, type RawInput, type PaymentMethodReference } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { RequestedRule } from '../subscriptions/activation-rules.repository.js';
import { isPaymentMethod, knownMethods, type PaymentMethods } from './payment-methods.js';

/** A hundred years, far above any useful wait. */
const mostHours = 876_600;

/** The requested payment of a subscription, and its activation rules. */
interface PaymentInput {
  raw: RawInput | undefined;
  activationRules: unknown;
  /** The stored payment method, for requests without one. */
  stored?: PaymentMethodReference;
  /** Whether rules are stored that a request without rules keeps. */
  keepsRules?: boolean;
  /** The customer of the subscription; null if it does not exist yet. */
  customerId: () => Promise<string | null>;
}

/**
 * Checks the payment method of a subscription and its activation rules: a start that waits for payment needs a
 * chargeable customer. Stored rules need one too when the request selects another method. Reports all errors
 * (subscriptions, sections 3 and 3.5).
 * @returns the requested rules, none for null; undefined if the request has none
 */
export async function checkPayment(
  transaction: TenantTransaction,
  methods: PaymentMethods,
  { raw, activationRules, stored, keepsRules = false, customerId }: PaymentInput,
  errors: FieldErrors,
): Promise<RequestedRule[] | undefined> {
  const method = raw ?? (activationRules ? stored : undefined);
  const knownMethodIds = await knownMethods(methods, transaction, [method]);
  if (!isPaymentMethod(raw, knownMethodIds)) errors['payment_method'] = ['invalid_payment_method'];
  const rules = readRules(activationRules, errors);
  const waits = rules === undefined ? keepsRules && Boolean(raw) : rules.length > 0;
  if (!waits) return rules;
  const defaultOf = async () => {
    const id = await customerId();
    return id === null ? undefined : (await methods.defaults(transaction, [id])).get(id);
  };
  const reason = await whyNotCharged(method ?? {}, knownMethodIds, defaultOf);
  if (reason !== null) errors['customer'] = [reason];
  return rules;
}

/** @returns the rules that need a payment check, none after an error of their form; undefined without any in the request */
function readRules(raw: unknown, errors: FieldErrors): RequestedRule[] | undefined {
  if (raw === undefined) return undefined;
  if (raw === null) return [];
  if (!Array.isArray(raw)) {
    errors['activation_rules'] = ['invalid_format'];
    return [];
  }
  const rules = raw.map((rule: unknown): RawInput =>
    rule !== null && typeof rule === 'object' ? (rule as RawInput) : {},
  );
  if (rules.some(({ type }) => type !== 'payment')) {
    errors['activation_rules'] = ['invalid_type'];
    return [];
  }
  if (rules.length > 1) errors['activation_rules'] = ['duplicated_type'];
  const timeouts = rules.map(({ timeout_hours: hours }) => (isBlank(hours) ? 0 : hours));
  if (!timeouts.every(isWholeNumber)) errors['timeout_hours'] = ['value_must_be_positive_or_zero'];
  else if (timeouts.some((hours) => (hours as number) > mostHours)) errors['timeout_hours'] = ['value_is_out_of_range'];
  return timeouts.map((hours) => ({ type: 'payment', timeoutHours: hours as number }));
}

const isWholeNumber = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/**
 * Why the customer is not chargeable; null if it is (customers, section 4.8).
 * @param defaultOf the customer's default method; null without one, undefined without a linked provider
 */
async function whyNotCharged(
  { payment_method_type: type, payment_method_id: methodId }: RawInput,
  knownMethodIds: ReadonlySet<string>,
  defaultOf: () => Promise<string | null | undefined>,
): Promise<string | null> {
  if (type === 'manual') return 'manual_payment_method_invalid_for_payment_activation_rules';
  if (!isBlank(methodId)) return knownMethodIds.size > 0 ? null : 'payment_method_not_found';
  const defaultId = await defaultOf();
  if (defaultId === undefined && isBlank(type)) return 'no_linked_payment_provider';
  return defaultId ? null : 'no_default_payment_method';
}
