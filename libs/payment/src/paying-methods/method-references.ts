import { isBlank, type RawInput, type PaymentMethodReference } from '@tollgate/contracts';
import { ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { isPaymentMethod, paymentMethodOf } from '@tollgate/subscription/reader';
import type { PaymentRequestRow } from '../repositories/payment-requests.repository.js';
import { usableMethods, type LinkedMethod } from '../repositories/provider-connections.repository.js';

/** By the customer's default method. */
export const byDefault: PaymentMethodReference = { payment_method_type: 'provider', payment_method_id: null };

/**
 * How a call wants something paid, by a method of its customer; null where it says nothing (webhooks, section 14).
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

/** How a payment request is paid. */
export const methodOfRequest = ({
  payment_method_type: type,
  payment_method_id,
}: PaymentRequestRow): PaymentMethodReference =>
  type === null ? byDefault : { payment_method_type: type, payment_method_id };

/**
 * The method that pays, of a customer's own: the one that is said, else the default one; undefined where it is paid by hand, or
 * there is none. One that is not there any more, or is somebody else's, counts as not said.
 */
export const payingMethod = (
  customerMethods: LinkedMethod[],
  { payment_method_type: type, payment_method_id: id }: PaymentMethodReference,
): LinkedMethod | undefined =>
  type === 'manual'
    ? undefined
    : (customerMethods.find(({ method }) => method.id === id) ?? customerMethods.find(({ method }) => method.is_default));
