import { Stripe } from 'stripe';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { amountFault } from '../currency-units.rules.js';
import type { ProviderAccount } from '../ports/account.js';
import type { ChargeReference, ChargeRequest } from '../ports/charges.js';
import type { ChargeOutcome } from '../ports/outcomes.js';
import { ifThere } from './answers.js';
import { isMethodMissing, meaningOf, plainError, refusalOf, requiresPayer } from './errors.rules.js';
import { defaultRedirect, intentParams, needsPayer, refusalOfBalance } from './requests.rules.js';
import { outcomeOfIntent } from './states.rules.js';
import { stripeCurrencies } from './currencies.js';
import { callStripe } from './stripe-clients.js';

/** Intents of a customer that a search reads, in pages of 100. */
const mostPages = 10;
const pageSize = 100;
/** How far clocks may differ, in seconds. */
const clockDifference = 600;

/** Makes a payment, once for the key of the request (webhooks, section 11.4). */
export async function makeCharge(
  stripe: Stripe,
  account: ProviderAccount,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const refusal = refusedBefore(request);
  if (refusal) return failedOutcome(refusal);
  try {
    return await createIntent(stripe, account, request, `payment-${request.key}`);
  } catch (error) {
    if (!isMethodMissing(error)) return outcomeOfError(stripe, account, request, error);
    const other = await otherMethod(stripe, request);
    if (!other) return outcomeOfError(stripe, account, request, error);
    const changed = { ...request, ...other };
    return createIntent(stripe, account, changed, `payment-${request.key}-other`).catch((reason: unknown) =>
      outcomeOfError(stripe, account, changed, reason),
    );
  }
}

async function createIntent(
  stripe: Stripe,
  { redirectUrl }: ProviderAccount,
  request: ChargeRequest,
  idempotencyKey: string,
): Promise<ChargeOutcome> {
  const params = intentParams(request, { returnUrl: redirectUrl ?? defaultRedirect });
  return outcomeOfIntent(await stripe.paymentIntents.create(params, { idempotencyKey }));
}

/** The first method that Stripe lists for the customer pays instead of one that is gone there. */
async function otherMethod(
  stripe: Stripe,
  { customerId, methodId }: ChargeRequest,
): Promise<Pick<ChargeRequest, 'methodId' | 'methodTypes'> | undefined> {
  const { data } = await callStripe(() => stripe.customers.listPaymentMethods(customerId, { limit: 2 }));
  const other = data.find(({ id }) => id !== methodId);
  return other && { methodId: other.id, methodTypes: [other.type] };
}

/** Finds the reason for which Stripe would refuse a payment in any case; null for none. */
const refusedBefore = (request: ChargeRequest): ProviderError | null =>
  refusalOfBalance(request) ?? amountFault(stripeCurrencies, request.amountCents, request.currency);

async function outcomeOfError(
  stripe: Stripe,
  account: ProviderAccount,
  request: ChargeRequest,
  error: unknown,
): Promise<ChargeOutcome> {
  const { errors } = Stripe;
  const meaning = meaningOf(error);
  // The same key with other parameters: the payment was made before one of them changed.
  if (meaning === 'clash') return (await findByKey(stripe, request)) ?? failedOutcome(clash, null, 'invoice');
  if (meaning === 'unknown' || !(error instanceof errors.StripeError)) throw plainError(error);
  const refused = refusalOf(error);
  const intentId = error.payment_intent?.id ?? null;
  if (error.code === 'amount_too_small') return failedOutcome(refused, null, 'invoice');
  if (!requiresPayer(error)) return failedOutcome(refused, intentId);
  if (intentId !== null && (account.supportsActions || needsPayer(request)))
    return confirmOnSession(stripe, account, request, intentId);
  return failedOutcome(refused, intentId, 'message');
}

/** Confirms a payment again as one whose payer is there: the payer gets a page to confirm it. */
async function confirmOnSession(
  stripe: Stripe,
  account: ProviderAccount,
  { key, methodId }: ChargeRequest,
  intentId: string,
): Promise<ChargeOutcome> {
  try {
    const intent = await stripe.paymentIntents.confirm(
      intentId,
      {
        ...(methodId === null ? {} : { payment_method: methodId }),
        return_url: account.redirectUrl ?? defaultRedirect,
      },
      { idempotencyKey: `payment-${key}-confirm` },
    );
    return outcomeOfIntent(intent);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || meaningOf(error) !== 'refused') throw plainError(error);
    return failedOutcome(refusalOf(error), intentId);
  }
}

const clash: ProviderError = {
  message: 'The payment was requested before with other parameters.',
  error_code: 'idempotency_error',
};

const failedOutcome = (
  error: ProviderError,
  id: string | null = null,
  quiet?: 'message' | 'invoice',
): ChargeOutcome => ({
  id,
  status: 'failed',
  providerStatus: 'failed',
  nextAction: null,
  actionUrl: null,
  error,
  ...(quiet === undefined ? {} : { quiet }),
});

/** Finds a payment by its id, else among the payments of the customer since its first request. */
export async function findCharge(stripe: Stripe, reference: ChargeReference): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, reference);
  return intent && outcomeOfIntent(intent);
}

/** Cancels a payment that Stripe still can cancel (webhooks, section 11.4). */
export async function cancelCharge(stripe: Stripe, reference: ChargeReference): Promise<ChargeOutcome | null> {
  const intent = await findIntent(stripe, reference);
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled')
    return intent && outcomeOfIntent(intent);
  try {
    const params = { cancellation_reason: 'abandoned' as const };
    const key = { idempotencyKey: `payment-${reference.key}-cancel` };
    return outcomeOfIntent(await stripe.paymentIntents.cancel(intent.id, params, key));
  } catch (error) {
    if (meaningOf(error) !== 'refused') throw plainError(error);
    // It cannot be canceled any more: what became of it counts.
    return outcomeOfIntent(await callStripe(() => stripe.paymentIntents.retrieve(intent.id)));
  }
}

async function findIntent(stripe: Stripe, reference: ChargeReference): Promise<Stripe.PaymentIntent | null> {
  const { id } = reference;
  const known = id === null ? null : await ifThere(() => stripe.paymentIntents.retrieve(id));
  return known ?? findIntentByKey(stripe, reference);
}

async function findByKey(stripe: Stripe, { key, customerId }: ChargeRequest): Promise<ChargeOutcome | null> {
  const intent = await findIntentByKey(stripe, { key, customerId, requestedAt: null });
  return intent && outcomeOfIntent(intent);
}

/**
 * Reads the payments of the customer, newest first: a list is exact, while Stripe's search may lag. @returns the one
 * that succeeded, else the newest one with our key
 */
async function findIntentByKey(
  stripe: Stripe,
  { key, customerId, requestedAt }: { key: string; customerId: string; requestedAt: number | null },
): Promise<Stripe.PaymentIntent | null> {
  const since = requestedAt === null ? {} : { created: { gte: Math.floor(requestedAt / 1000) - clockDifference } };
  const ours: Stripe.PaymentIntent[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const params = {
      customer: customerId,
      limit: pageSize,
      ...since,
      ...(after === undefined ? {} : { starting_after: after }),
    };
    const { data, has_more: hasMore } = await callStripe(() => stripe.paymentIntents.list(params));
    ours.push(...data.filter(({ metadata }) => metadata['svc_payment_id'] === key));
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) break;
  }
  return ours.find(({ status }) => status === 'succeeded') ?? ours[0] ?? null;
}
