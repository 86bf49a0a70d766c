import { isBlank, type RawInput, type PaymentMethodReference } from '@tollgate/contracts';
import { ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { isPaymentMethod, paymentMethodOf } from '@tollgate/subscription/reader';
import type { PaymentRequestRow } from '../requests/payment-requests.repository.js';
import { usableMethods, type LinkedMethod } from '../connections/provider-connections.repository.js';

/** The customer's default method. */
export const byDefault: PaymentMethodReference = { payment_method_type: 'provider', payment_method_id: null };

/**
 * Reads the payment method of a request, one of its customer's; null when it names none (webhooks, section 14).
 * @throws ValidationFailed
 */
export async function readRequestedMethod(
  transaction: TenantTransaction,
  customerId: string,
  raw: RawInput | undefined,
): Promise<PaymentMethodReference | null> {
  const customerMethods = isBlank(raw?.['payment_method_id'])
    ? []
    : ((await usableMethods(transaction, [customerId])).get(customerId) ?? []);
  if (!isPaymentMethod(raw, new Set(customerMethods.map(({ method }) => method.id))))
    throw new ValidationFailed({ payment_method: ['invalid_payment_method'] });
  return isBlank(raw?.['payment_method_type']) ? null : paymentMethodOf(raw);
}

/** Reads the method of a payment request. */
export const methodOfRequest = ({
  payment_method_type: type,
  payment_method_id,
}: PaymentRequestRow): PaymentMethodReference =>
  type === null ? byDefault : { payment_method_type: type, payment_method_id };

/**
 * Selects the customer's method that pays: the referenced one, else the default; undefined for manual payment or
 * without methods. A removed or foreign method counts as not referenced.
 */
export const payingMethod = (
  customerMethods: LinkedMethod[],
  { payment_method_type: type, payment_method_id: id }: PaymentMethodReference,
): LinkedMethod | undefined =>
  type === 'manual'
    ? undefined
    : (customerMethods.find(({ method }) => method.id === id) ??
      customerMethods.find(({ method }) => method.is_default));
