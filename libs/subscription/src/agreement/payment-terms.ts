import { isBlank, type FieldErrors, type RawInput, type PaymentMethodReference } from '@tollgate/contracts';
import { Forbidden, type TenantTransaction } from '@tollgate/platform';
import { isPaymentMethod, knownMethods, type PaymentMethods } from './payment-methods.js';

/** What a call says of how a subscription is paid, and whether it is to wait for its payment. */
interface PaymentInput {
  raw: RawInput | undefined;
  activationRules: unknown;
  /** What holds where the call does not say how. */
  stored?: PaymentMethodReference;
  /** Whose subscription it is; null: nobody's yet. */
  customerId: () => Promise<string | null>;
}

/**
 * Judges how a subscription is to be paid, and its activation rules: a start that waits for its payment needs somebody who can
 * be charged. All that is wrong is told (subscriptions, sections 3 and 3.5).
 * @throws Forbidden where nothing is wrong with a rule: no start waits for its payment yet
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

/** @returns whether there are rules whose payment is to be looked at */
function readRules(raw: unknown, errors: FieldErrors): boolean {
  if (raw === undefined || raw === null) return false;
  if (!Array.isArray(raw)) {
    errors['activation_rules'] = ['invalid_format'];
    return false;
  }
  const rules = raw.map((rule: unknown): RawInput => (rule !== null && typeof rule === 'object' ? (rule as RawInput) : {}));
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
 * Why nobody could be charged; null where somebody can (customers, section 4.8).
 * @param defaultOf the customer's default method, null where it has none, undefined where it is linked to no provider
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
