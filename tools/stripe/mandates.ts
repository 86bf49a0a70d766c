// Mandates: the permission to debit a bank account.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { invalid } from './errors.ts';
import { newId, randomText } from './ids.ts';
import { methodTypes, type MethodType } from './method-types.ts';

export const needsMandate = (method: Stripe.PaymentMethod): boolean =>
  methodTypes[method.type as MethodType].isDebit === true;

function detailsOf(method: Stripe.PaymentMethod): Stripe.Mandate.PaymentMethodDetails {
  const reference = randomText(16).toUpperCase();
  if (method.type === 'sepa_debit') return { type: 'sepa_debit', sepa_debit: { reference, url: '' } };
  if (method.type === 'bacs_debit') {
    return {
      type: 'bacs_debit',
      bacs_debit: {
        display_name: null,
        network_status: 'accepted',
        reference,
        revocation_reason: null,
        service_user_number: null,
        url: '',
      },
    };
  }
  return { type: 'us_bank_account', us_bank_account: { collection_method: 'paper' } };
}

/** The consent that a call sends: the field `mandate_data`. */
interface Consent {
  customer_acceptance?: { type?: string; online?: { ip_address?: string; user_agent?: string } };
}

/** The consent of a customer: sent, or given on a page of Stripe. */
function acceptanceOf(account: Account, sent: Consent | undefined): Stripe.Mandate.CustomerAcceptance {
  const { type = 'online', online } = sent?.customer_acceptance ?? {};
  const accepted_at = account.clock.seconds();
  if (type === 'offline') return { accepted_at, offline: {}, type };
  return {
    accepted_at,
    online: { ip_address: online?.ip_address ?? null, user_agent: online?.user_agent ?? null },
    type,
  };
}

/** @returns a new mandate for a method, for many debits or one */
export function addMandate(
  account: Account,
  method: Stripe.PaymentMethod,
  sent: object | undefined,
  isMultiUse: boolean,
) {
  const mandate: Stripe.Mandate = {
    id: newId('mandate'),
    object: 'mandate',
    customer_acceptance: acceptanceOf(account, sent),
    livemode: false,
    ...(isMultiUse && { multi_use: {} }),
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    status: 'active',
    type: isMultiUse ? 'multi_use' : 'single_use',
  };
  return account.mandates.add(mandate);
}

/**
 * @param sent the consent that came with the call
 * @returns the mandate of a debit: the method's own, or a new one; undefined if the method needs none
 * @throws Failure if there is neither mandate nor consent
 */
export function mandateFor(
  account: Account,
  method: Stripe.PaymentMethod,
  sent: object | undefined,
  isMultiUse: boolean,
): Stripe.Mandate | undefined {
  if (!needsMandate(method)) return undefined;
  if (sent) return addMandate(account, method, sent, isMultiUse);
  for (const mandate of account.mandates.newestFirst())
    if (mandate.payment_method === method.id && mandate.status === 'active' && mandate.type === 'multi_use')
      return mandate;
  throw invalid(
    'PaymentIntent requires a mandate, but no existing mandate was found and no mandate_data hash was provided. Please ' +
      'pass in mandate_data when confirming this PaymentIntent.',
    { code: 'payment_intent_mandate_invalid' },
  );
}

/** A bank reports that the customer revoked the mandates of a method. */
export function revokeMandates(account: Account, method: string): void {
  for (const mandate of account.mandates.newestFirst()) {
    if (mandate.payment_method !== method || mandate.status !== 'active') continue;
    account.emit('mandate.updated', mandate, account.change(mandate, { status: 'inactive' }));
  }
}
