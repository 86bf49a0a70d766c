// The pages of Stripe that a customer sees: checkout, authentication by the bank, transfers, receipts. Plain HTML, also for
// people.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { fund } from './cash-balance.ts';
import { completeSession } from './checkout.ts';
import { Failure, unknownAddress } from './errors.ts';
import { money } from './currencies.ts';
import { actOnIntent, type CustomerAct } from './payments.ts';
import { actOnSetup } from './setup-intents.ts';

/** A page, or the address to which the browser goes on. */
export type Page = { status: number; html: string } | { location: string };

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const htmlOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; }
button { font: inherit; display: block; width: 100%; margin: .5rem 0; padding: .6rem; }
small { color: #555; }
</style>
</head>
<body>
<h1>${escape(title)}</h1>
${content}
<p><small>A double of Stripe for tests. No money moves.</small></p>
</body>
</html>
`;

const button = (name: string, value: string, label: string): string =>
  `<form method="post"><button name="${name}" value="${escape(value)}">${escape(label)}</button></form>`;

/** The choices of a person on the page of a session, by type of method. */
const choices: Record<string, [method: string, label: string][]> = {
  card: [
    ['pm_card_visa', 'Visa 4242: pays'],
    ['pm_card_chargeCustomerFail', 'Visa 0341: can be saved, later charges are declined'],
    ['pm_card_chargeDeclined', 'Visa 0002: declined'],
    ['pm_card_authenticationRequired', 'Visa 3184: 3-D Secure each time'],
  ],
  sepa_debit: [
    ['pm_success_de', 'IBAN DE89 … 3000: pays'],
    ['pm_failedDelayed_de', 'IBAN DE78 … 3004: fails after three minutes'],
  ],
  us_bank_account: [
    ['pm_usBankAccount_success', 'Account 6789: pays'],
    ['pm_usBankAccount_insufficientFunds', 'Account 2227: insufficient funds'],
  ],
  bacs_debit: [
    ['pm_bacsDebit_success', 'Account 2345: pays'],
    ['pm_bacsDebit_insufficientFunds', 'Account 2227: insufficient funds'],
  ],
};

function sessionPage(session: Stripe.Checkout.Session, message = ''): Page {
  const what =
    session.mode === 'setup'
      ? 'Save a payment method'
      : `Pay ${money(session.amount_total ?? 0, session.currency ?? 'usd')}`;
  if (session.status !== 'open')
    return { status: 410, html: htmlOf(what, `<p>This session is ${session.status ?? ''}.</p>`) };
  const buttons = session.payment_method_types.flatMap((type) => choices[type] ?? []);
  const note = message === '' ? '' : `<p><strong>${escape(message)}</strong></p>`;
  const back = session.cancel_url === null ? '' : `<p><a href="${escape(session.cancel_url)}">Back</a></p>`;
  const forms = buttons.map(([method, label]) => button('payment_method', method, label)).join('\n');
  return { status: message === '' ? 200 : 402, html: htmlOf(what, `${note}${forms}${back}`) };
}

function checkoutPage(account: Account, id: string, form: URLSearchParams | undefined): Page {
  const session = account.sessions.get(id);
  const method = form?.get('payment_method');
  if (!method) return sessionPage(session);
  try {
    completeSession(account, id, { payment_method: method });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return sessionPage(session, error.message);
  }
  if (session.status !== 'complete') return sessionPage(session, 'The payment failed.');
  return { location: (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id) };
}

const actIn = (text: string | null | undefined): CustomerAct | undefined =>
  text === 'succeed' || text === 'fail' ? text : undefined;

function withResult(returnUrl: string, intent: Stripe.PaymentIntent | Stripe.SetupIntent): string {
  const url = new URL(returnUrl);
  const isFailed = intent.status === 'requires_payment_method';
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', isFailed ? 'failed' : 'succeeded');
  return url.href;
}

/** Authentication: a button for each outcome; `?act=succeed` decides without a person. */
function authenticationPage(account: Account, id: string, key: string, act: CustomerAct | undefined): Page {
  const { page, returnUrl } = account.factsOfIntent(id);
  if (page !== key) throw unknownAddress('GET', `/authenticate/${id}`);
  const find = () => account.paymentIntents.find(id) ?? account.setupIntents.get(id);
  const intent = find();
  if (intent.status === 'requires_action' && act === undefined) {
    const title = 'Confirm your payment';
    return { status: 200, html: htmlOf(title, button('act', 'succeed', 'Complete') + button('act', 'fail', 'Fail')) };
  }
  if (intent.status === 'requires_action' && act !== undefined) {
    if (intent.object === 'payment_intent') actOnIntent(account, id, act);
    else actOnSetup(account, id, act);
  }
  const done = find();
  if (returnUrl !== undefined) return { location: withResult(returnUrl, done) };
  return { status: 200, html: htmlOf('Thank you', `<p>Status: ${escape(done.status)}</p>`) };
}

/** Where to send a bank transfer; the button sends it. */
function transferPage(account: Account, id: string, form: URLSearchParams | undefined): Page {
  const intent = account.paymentIntents.get(id);
  const instructions = intent.next_action?.display_bank_transfer_instructions;
  const amount = instructions?.amount_remaining ?? 0;
  if (form && amount > 0) fund(account, { amount, currency: intent.currency }, intent.customer as string);
  if (!instructions || form)
    return { status: 200, html: htmlOf('Thank you', `<p>Status: ${escape(intent.status)}</p>`) };
  const details = JSON.stringify(instructions.financial_addresses?.[0], null, 2);
  const text = `<p>Reference ${escape(instructions.reference ?? '')}</p><pre>${escape(details)}</pre>`;
  return {
    status: 200,
    html: htmlOf(`Transfer ${money(amount, intent.currency)}`, text + button('act', 'fund', 'Transfer')),
  };
}

function receiptPage(account: Account, id: string): Page {
  const { amount, currency, description, status } = account.charges.get(id);
  return {
    status: 200,
    html: htmlOf(`Receipt: ${money(amount, currency)}`, `<p>${escape(description ?? '')} (${status})</p>`),
  };
}

/**
 * @param path of the page, such as `/checkout/acct_…/cs_test_…`
 * @param form the fields that a person sent; undefined if the page is only opened
 * @throws Failure 404 if there is no such page
 */
export function pageAt(
  accounts: Map<string, Account>,
  path: string,
  query: URLSearchParams,
  form: URLSearchParams | undefined,
): Page {
  const [, kind, accountId = '', id = '', key = ''] = path.split('/');
  const account = accounts.get(accountId);
  if (kind === 'checkout' && account) return checkoutPage(account, id, form);
  if (kind === 'bank-transfers' && account) return transferPage(account, id, form);
  if (kind === 'receipts' && account) return receiptPage(account, id);
  if (kind === 'authenticate' && account)
    return authenticationPage(account, id, key, actIn(form?.get('act') ?? query.get('act')));
  throw unknownAddress('GET', path);
}
