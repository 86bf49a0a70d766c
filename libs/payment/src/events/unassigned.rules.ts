import { isId } from '@tollgate/platform';
import type { ReportedCharge } from '../providers/ports/meanings.js';
import type { Unassigned, UnassignedReason } from './unassigned.js';

/** The objects that an event names, with the field of the provider's records. */
const fields = {
  payment: 'svc_payment_id',
  refund: 'svc_refund_key',
  invoice: 'svc_invoice_id',
  payment_request: 'svc_payable_id',
  customer: 'svc_customer_id',
} as const;

/** An event names an object that is not stored here. The key of another system may be any text, and is not shown. */
export function unknownObject(kind: keyof typeof fields, key: string): Unassigned {
  const reason: UnassignedReason = `unknown_${kind}`;
  return isId(key)
    ? { reason, details: `${fields[kind]}: there is no ${kind.replace('_', ' ')} ${key}.`, id: key }
    : { reason, details: `${fields[kind]}: it is not the id of a ${kind.replace('_', ' ')}.`, id: null };
}

/**
 * Finds why the success on a page cannot pay its object: another currency, or no amount. Null if it can.
 * (webhooks, section 11.6)
 */
export function faultOfPagePayment(
  { currency, amountCents, paidOnPage }: ReportedCharge,
  payable: { id: string; currency: string },
): Unassigned | null {
  const id = paidOnPage?.id ?? null;
  const name = paidOnPage?.type === 'PaymentRequest' ? 'payment request' : 'invoice';
  if (payable.currency !== currency)
    return {
      reason: 'other_currency',
      details: `currency: the payment has another one than the ${name} ${payable.id}, which is in ${payable.currency}.`,
      id,
    };
  if (amountCents <= 0n)
    return { reason: 'invalid_amount', details: `amount: the payment of the ${name} ${payable.id} has none.`, id };
  return null;
}
