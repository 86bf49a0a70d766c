import { isBlank, type FieldErrors, type RawInput, type PaymentMethodReference } from '@tollgate/contracts';
import { Forbidden, type TenantTransaction } from '@tollgate/platform';
import { isPaymentMethod, knownMethods, type PaymentMethods } from './payment-methods.js';

/** The requested payment of a subscription, and its activation rules. */
interface PaymentInput {
  raw: RawInput | undefined;
  activationRules: unknown;
  /** The stored payment method, for requests without one. */
  stored?: PaymentMethodReference;
  /** The customer of the subscription; null if it does not exist yet. */
  customerId: () => Promise<string | null>;
}

/**
 * Checks the payment method of a subscription and its activation rules: a start that waits for payment needs a
 * chargeable customer. Reports all errors (subscriptions, sections 3 and 3.5).
 * @throws Forbidden for valid rules: the platform does not support them yet
 */
export async function checkPayment(
  transaction: TenantTransaction,
  methods: PaymentMethods,
  { raw, activationRules, stored, customerId }: PaymentInput,
  errors: FieldErrors,
): Promise<void> {
  const method = raw ?? (activationRules ? stored : undefined);
  const knownMethodIds = await knownMethods(methods, transaction, [method]);
  if (!isPaymentMethod(raw, knownMethodIds)) errors['payment_method'] = ['invalid_payment_method'];
  if (!readRules(activationRules, errors)) return;
  const defaultOf = async () => {
    const id = await customerId();
    return id === null ? undefined : (await methods.defaults(transaction, [id])).get(id);
  };
  const reason = await whyNotCharged(method ?? {}, knownMethodIds, defaultOf);
  if (reason !== null) errors['customer'] = [reason];
  else if (Object.keys(errors).length === 0) throw new Forbidden('feature_unavailable');
}

/** @returns whether there are rules that need a payment check */
function readRules(raw: unknown, errors: FieldErrors): boolean {
  if (raw === undefined || raw === null) return false;
  if (!Array.isArray(raw)) {
    errors['activation_rules'] = ['invalid_format'];
    return false;
  }
  const rules = raw.map((rule: unknown): RawInput =>
    rule !== null && typeof rule === 'object' ? (rule as RawInput) : {},
  );
  if (rules.some(({ type }) => type !== 'payment')) {
    errors['activation_rules'] = ['invalid_type'];
    return false;
  }
  if (rules.length > 1) errors['activation_rules'] = ['duplicated_type'];
  if (rules.some(({ timeout_hours: hours }) => !isBlank(hours) && !isWholeNumber(hours)))
    errors['timeout_hours'] = ['value_must_be_positive_or_zero'];
  return rules.length > 0;
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
