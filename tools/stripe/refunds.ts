// Refunds: all or a part of a charge goes back.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { addEntry } from './balance.ts';
import { invalid } from './errors.ts';
import { checkUnits, money } from './currencies.ts';
import { newId } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { methodTypes, type MethodType, refuseOthers } from './method-types.ts';

/** How long banks take, in milliseconds. */
const delay = 3 * 60 * 1000;

interface RefundRequest {
  amount: number;
  reason?: Stripe.RefundCreateParams['reason'];
  metadata?: Stripe.Metadata;
  /** Money that was only held is released: no entry in the balance. */
  isRelease?: boolean;
}

function emitChange(account: Account, refund: Stripe.Refund, previous?: Record<string, unknown>): void {
  account.emit('charge.refund.updated', refund, previous);
  account.emit(refund.status === 'failed' ? 'refund.failed' : 'refund.updated', refund, previous);
}

/** Changes what of a charge is refunded. */
function count(account: Account, charge: Stripe.Charge, amount: number): void {
  const amount_refunded = charge.amount_refunded + amount;
  account.change(charge, { amount_refunded, refunded: amount_refunded === charge.amount });
}

/** A refund does not arrive: the money comes back to the account. */
export function failRefund(account: Account, id: string, reason = 'expired_or_canceled_card'): Stripe.Refund {
  const refund = account.refunds.get(id);
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw invalid(`Refund ${id} is already ${refund.status}.`, { code: 'status_transition_invalid' });
  const charge = account.charges.get(refund.charge as string);
  const { amount, currency } = refund;
  const back = addEntry(account, { amount, currency, type: 'refund_failure', source: id });
  const previous = account.change(refund, {
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: back.id,
  });
  count(account, charge, -amount);
  emitChange(account, refund, previous);
  return refund;
}

function settle(account: Account, refund: Stripe.Refund): void {
  if (refund.status !== 'pending') return;
  emitChange(account, refund, account.change(refund, { status: 'succeeded' }));
}

/** How a refund of a charge goes: its first status, and what comes later. */
function courseOf(
  account: Account,
  charge: Stripe.Charge,
  isRelease: boolean,
): { status: string; later?: (refund: Stripe.Refund) => unknown } {
  if (isRelease) return { status: 'succeeded' };
  const { refund } = account.factsOfMethod(charge.payment_method as string).behavior;
  if (refund === 'fails')
    return {
      status: 'succeeded',
      later: ({ id }) => account.refunds.get(id).status === 'failed' || failRefund(account, id),
    };
  const type = charge.payment_method_details?.type as MethodType;
  const isSlow = methodTypes[type].isDebit === true || type === 'customer_balance' || refund === 'pending';
  return isSlow ? { status: 'pending', later: (created) => settle(account, created) } : { status: 'succeeded' };
}

/** Adds a refund with its events. The amount must be right already. */
export function addRefund(
  account: Account,
  charge: Stripe.Charge,
  { amount, reason, metadata = {}, isRelease = false }: RefundRequest,
): Stripe.Refund {
  const { status, later } = courseOf(account, charge, isRelease);
  const id = newId('re');
  const type = charge.id.startsWith('py_') ? 'payment_refund' : 'refund';
  const entry = isRelease
    ? undefined
    : addEntry(account, { amount: -amount, currency: charge.currency, type, source: id });
  const isCard = charge.payment_method_details?.type === 'card';
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: entry?.id ?? null,
    charge: charge.id,
    created: account.clock.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...(isCard && {
      destination_details: {
        card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
        type: 'card',
      },
    }),
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
  account.created(account.refunds, refund);
  count(account, charge, amount);
  if (!isRelease) account.emit('refund.created', refund);
  account.emit('charge.refunded', charge);
  if (later) account.clock.schedule(account.clock.now() + delay, () => later(refund));
  return refund;
}

/** The charge that a call names, by itself or by its intent. */
function chargeOf(account: Account, { charge, payment_intent }: Stripe.RefundCreateParams): Stripe.Charge {
  if ((charge === undefined) === (payment_intent === undefined)) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', {
      code: charge === undefined ? 'parameter_missing' : 'parameters_exclusive',
      param: 'payment_intent',
    });
  }
  if (charge !== undefined) return account.charges.get(charge, 'charge');
  const intent = account.paymentIntents.get(payment_intent as string, 'payment_intent');
  const found = intent.latest_charge === null ? undefined : account.charges.find(intent.latest_charge as string);
  if (found?.status === 'succeeded') return found;
  throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

export function createRefund(account: Account, sent: Stripe.RefundCreateParams): Stripe.Refund {
  const { charge: _charge, payment_intent: _intent, reason, metadata, ...rest } = sent;
  const { amount: sentAmount, ...others } = rest;
  refuseOthers(others);
  const charge = chargeOf(account, sent);
  if (charge.status !== 'succeeded')
    throw invalid(`Charge ${charge.id} was not successful.`, { code: 'charge_not_refundable' });
  if (!charge.captured)
    throw invalid(`Charge ${charge.id} is not captured: cancel its PaymentIntent.`, { code: 'charge_not_refundable' });
  if (
    charge.disputed &&
    ![...account.disputes.oldestFirst()].some(({ charge: id, status }) => id === charge.id && status === 'won')
  )
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = sentAmount ?? left;
  checkUnits(amount, charge.currency);
  if (amount > left) {
    throw invalid(
      `Refund amount (${money(amount, charge.currency)}) is greater than unrefunded amount on charge (${money(left, charge.currency)})`,
      { param: 'amount' },
    );
  }
  return addRefund(account, charge, { amount, reason, metadata: mergedMetadata(null, metadata) });
}

export function updateRefund(account: Account, { metadata }: Stripe.RefundUpdateParams, id: string): Stripe.Refund {
  const refund = account.refunds.get(id);
  const previous = account.change(refund, { metadata: mergedMetadata(refund.metadata, metadata) });
  if (previous) emitChange(account, refund, previous);
  return refund;
}

/** Only refunds that wait for the customer can be canceled, and the double makes none. */
export function cancelRefund(account: Account, _sent: object, id: string): Stripe.Refund {
  const refund = account.refunds.get(id);
  throw invalid(
    `You cannot cancel refund ${id} because its status is ${refund.status}. Only refunds with the status requires_action can be canceled.`,
  );
}

export function listRefunds(
  account: Account,
  { charge, payment_intent, ...parameters }: Stripe.RefundListParams,
): Stripe.ApiList<Stripe.Refund> {
  return page(account.refunds, '/v1/refunds', parameters as PageParameters, (refund) => {
    if (charge !== undefined && refund.charge !== charge) return false;
    return payment_intent === undefined || refund.payment_intent === payment_intent;
  });
}
