// Checkout sessions: pages of Stripe on which a customer saves a method, or pays.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { emptySession, lineItems, type SessionLine, totalOf } from './checkout-session.ts';
import { Failure, invalid } from './errors.ts';
import { checkCurrency } from './currencies.ts';
import { newId } from './ids.ts';
import { page, type PageParameters } from './lists.ts';
import { needsMandate } from './mandates.ts';
import { refuseOthers, refuseUnmodeled } from './method-types.ts';
import { possibleTypes } from './payment-intent-settings.ts';
import { createIntent } from './payment-intents.ts';
import { methodFor } from './payment-methods.ts';
import { actOnIntent, confirmIntent, type CustomerAct, isOnPage } from './payments.ts';
import { actOnSetup, addSetupIntent, confirmSetup } from './setup-intents.ts';

type Session = Stripe.Checkout.Session;
type Create = Stripe.Checkout.SessionCreateParams;

const url = '/v1/checkout/sessions';
const modeled = [
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'consent_collection',
  'currency',
  'customer',
  'customer_email',
  'excluded_payment_method_types',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'payment_method_options',
  'setup_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
];
const modeledOfPayment = [
  'capture_method',
  'description',
  'metadata',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
];
const hour = 60 * 60;

const lacks = (param: string): Failure =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** When a session expires: in 24 hours, or as requested, in 30 minutes to 24 hours. */
function expiryOf(account: Account, sent: number | undefined): number {
  const now = account.clock.seconds();
  if (sent === undefined) return now + 24 * hour;
  if (sent >= now + hour / 2 && sent <= now + 24 * hour) return sent;
  throw invalid(
    'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    {
      param: 'expires_at',
    },
  );
}

/** The mode-specific part of a new session. */
function partOf(account: Account, id: string, sent: Create): Partial<Session> {
  const { customer, allowed_payment_method_types: allowed, excluded_payment_method_types: excluded = [] } = sent;
  const choice = { allowed, excluded, customer: customer ?? null };
  if (sent.mode === 'setup') {
    for (const name of ['line_items', 'payment_intent_data'] as const)
      if (sent[name] !== undefined) throw invalid(`You can not pass \`${name}\` in \`setup\` mode.`, { param: name });
    if (!allowed && sent.currency === undefined) throw lacks('currency');
    if (sent.currency !== undefined) checkCurrency(sent.currency);
    const { description, metadata, ...others } = sent.setup_intent_data ?? {};
    refuseOthers(others);
    const intent = addSetupIntent(account, {
      ...(customer !== undefined && { customer }),
      ...(allowed && { allowed_payment_method_types: allowed }),
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
    });
    return {
      setup_intent: intent.id,
      payment_method_types:
        sent.currency === undefined
          ? intent.payment_method_types
          : possibleTypes({ ...choice, currency: sent.currency, isForFuture: true }),
      currency: sent.currency ?? null,
    };
  }
  if (sent.mode !== 'payment')
    throw invalid(`The double of Stripe does not model the mode ${sent.mode ?? ''}.`, { param: 'mode' });
  if (sent.setup_intent_data !== undefined)
    throw invalid('You can not pass `setup_intent_data` in `payment` mode.', { param: 'setup_intent_data' });
  if (!sent.line_items?.length) throw lacks('line_items');
  refuseUnmodeled(sent.payment_intent_data ?? {}, modeledOfPayment);
  const lines = lineItems(sent.line_items);
  account.sessionLines.set(id, lines);
  const { amount, currency } = totalOf(lines);
  const isForFuture = sent.payment_intent_data?.setup_future_usage === 'off_session';
  return {
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    payment_method_types: possibleTypes({ ...choice, currency, isForFuture }),
    payment_status: 'unpaid',
    customer_creation: customer === undefined ? 'if_required' : null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  };
}

export function createSession(account: Account, sent: Create): Session {
  refuseUnmodeled(sent, modeled);
  if (sent.mode === undefined) throw lacks('mode');
  if (sent.ui_mode !== undefined && sent.ui_mode !== 'hosted_page') refuseOthers({ ui_mode: sent.ui_mode });
  if (sent.success_url === undefined) throw lacks('success_url');
  if (!/^https?:/.test(sent.success_url))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'success_url',
    });
  if (sent.customer !== undefined && sent.customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
    });
  const customer = sent.customer === undefined ? undefined : account.customers.get(sent.customer, 'customer');
  const id = newId('cs_test');
  const session: Session = {
    ...emptySession(id, sent.mode, account.clock.seconds()),
    allowed_payment_method_types: sent.allowed_payment_method_types ?? null,
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    consent_collection: (sent.consent_collection ?? null) as Session['consent_collection'],
    customer: customer?.id ?? null,
    customer_email: sent.customer_email ?? null,
    expires_at: expiryOf(account, sent.expires_at),
    locale: sent.locale ?? null,
    metadata: mergedMetadata(null, sent.metadata),
    payment_method_options: (sent.payment_method_options ?? {}) as Session['payment_method_options'],
    submit_type: sent.submit_type ?? null,
    success_url: sent.success_url,
    url: `${account.base}/checkout/${account.id}/${id}`,
    ...partOf(account, id, sent),
  };
  account.sessionRequests.set(id, sent);
  account.created(account.sessions, session);
  account.clock.schedule(session.expires_at * 1000, () => session.status === 'open' && expire(account, session));
  return session;
}

function expire(account: Account, session: Session): Session {
  account.change(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
  return session;
}

export function expireSession(account: Account, _sent: object, id: string): Session {
  const session = account.sessions.get(id);
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? ''}`,
    );
  return expire(account, session);
}

/** The payment intent of a session: of its first attempt, or a new one. */
function intentOf(account: Account, session: Session): Stripe.PaymentIntent {
  if (session.payment_intent !== null) return account.paymentIntents.get(session.payment_intent as string);
  const sent = account.sessionRequests.get(session.id);
  const intent = createIntent(account, {
    amount: session.amount_total as number,
    currency: session.currency as string,
    ...(session.customer !== null && { customer: session.customer as string }),
    ...(sent?.allowed_payment_method_types && {
      allowed_payment_method_types: sent.allowed_payment_method_types,
    }),
    ...(sent?.payment_intent_data as Partial<Stripe.PaymentIntentCreateParams>),
  });
  account.change(session, { payment_intent: intent.id });
  return intent;
}

/** The entries of a customer on the page. */
export interface Entry {
  /** A method's id or one of Stripe's names for tests. */
  payment_method: string;
  /** The act of the customer if the bank requires an authentication. */
  authentication?: CustomerAct;
}

function complete(
  account: Account,
  session: Session,
  method: Stripe.PaymentMethod,
  payment_status: Session['payment_status'],
): Session {
  const { email, name, phone, address } = method.billing_details;
  const owner = session.customer === null ? undefined : account.customers.find(session.customer as string);
  account.change(session, {
    status: 'complete',
    payment_status,
    url: null,
    consent:
      session.consent_collection?.terms_of_service === 'required'
        ? { promotions: null, terms_of_service: 'accepted' }
        : null,
    customer_details: {
      address,
      business_name: null,
      email: owner?.email ?? session.customer_email ?? email,
      individual_name: null,
      name: owner?.name ?? name,
      phone,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  account.emit('checkout.session.completed', session);
  return session;
}

/**
 * A customer completes a session.
 * @throws Failure unless it is open; 402 if the card is refused, and the session stays open
 */
export function completeSession(
  account: Account,
  id: string,
  { payment_method, authentication = 'succeed' }: Entry,
): Session {
  const session = account.sessions.get(id);
  if (session.status !== 'open') throw invalid(`This Checkout Session has a status of ${session.status ?? ''}.`);
  const method = methodFor(account, payment_method);
  if (!session.payment_method_types.includes(method.type))
    throw invalid(`This Checkout Session does not accept ${method.type}.`, { param: 'payment_method' });
  // The page shows the mandate; a customer who goes on accepts it.
  const mandateData = needsMandate(method) ? {} : undefined;
  if (session.mode === 'setup') {
    const intent = account.setupIntents.get(session.setup_intent as string);
    confirmSetup(account, intent, { method, mandateData });
    if (intent.status === 'requires_action') actOnSetup(account, intent.id, authentication);
    return intent.status === 'succeeded' ? complete(account, session, method, 'no_payment_required') : session;
  }
  const intent = intentOf(account, session);
  confirmIntent(account, intent, {
    method,
    isOffSession: false,
    failsOnAction: false,
    ...(mandateData && { mandateData }),
  });
  if (isOnPage(intent.next_action)) actOnIntent(account, intent.id, authentication);
  if (intent.status === 'requires_payment_method') return session;
  const isPaid = intent.status === 'succeeded' || intent.status === 'requires_capture';
  return complete(account, session, method, isPaid ? 'paid' : 'unpaid');
}

/** A payment that was pending when its session was completed has its outcome. */
export function reportOutcome(account: Account, intent: Stripe.PaymentIntent): void {
  for (const session of account.sessions.newestFirst()) {
    if (session.payment_intent !== intent.id || session.status !== 'complete' || session.payment_status !== 'unpaid')
      continue;
    const isPaid = intent.status === 'succeeded';
    if (isPaid) account.change(session, { payment_status: 'paid' });
    account.emit(
      isPaid ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
      session,
    );
  }
}

export function listSessions(account: Account, sent: Stripe.Checkout.SessionListParams): Stripe.ApiList<Session> {
  const { customer, payment_intent, status, ...parameters } = sent;
  return page(account.sessions, url, parameters, (session) => {
    if (customer !== undefined && session.customer !== customer) return false;
    if (payment_intent !== undefined && session.payment_intent !== payment_intent) return false;
    return status === undefined || session.status === status;
  });
}

export function listLines(account: Account, sent: PageParameters, id: string): Stripe.ApiList<SessionLine> {
  account.sessions.get(id);
  const { limit = 10 } = sent;
  const all = account.sessionLines.get(id) ?? [];
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit, url: `${url}/${id}/line_items` };
}
