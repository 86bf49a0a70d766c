import type { Stripe } from 'stripe';
import { amountFault, fromProviderAmount } from '../currency-units.rules.js';
import type { ProviderAccount } from '../ports/account.js';
import type { Refused } from '../ports/connections.js';
import type { Hold, HoldRequest } from '../ports/holds.js';
import { orRefused } from './answers.js';
import { defaultRedirect, holdParams } from './requests.rules.js';
import { stripeCurrencies } from './currencies.js';

/** Holds an amount on a card: a payment intent without a capture (customers, section 4.9). */
export async function makeHold(
  stripe: Stripe,
  { redirectUrl }: ProviderAccount,
  request: HoldRequest,
): Promise<Hold | Refused> {
  const { key, amountCents, currency } = request;
  const fault = amountFault(stripeCurrencies, amountCents, currency);
  if (fault) return { refused: fault };
  const params = holdParams(request, { returnUrl: redirectUrl ?? defaultRedirect });
  const intent = await orRefused(() =>
    stripe.paymentIntents.create(params, { idempotencyKey: `authorization-${key}` }),
  );
  if ('refused' in intent) return intent;
  const { id, status, amount, amount_capturable: capturable } = intent;
  if (status !== 'requires_capture' || capturable !== amount)
    return refuse('cannot_capture_amount', 'The card does not hold the whole amount.');
  return {
    id,
    providerStatus: status,
    amountCents: fromProviderAmount(stripeCurrencies, amount, currency),
    capturableCents: fromProviderAmount(stripeCurrencies, capturable, currency),
  };
}

const refuse = (code: string, message: string): Refused => ({ refused: { message, error_code: code } });
