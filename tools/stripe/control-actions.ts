// Acts of customers and banks, by the control interface.
import type { Account } from './account.ts';
import { fund } from './cash-balance.ts';
import { completeSession, expireSession } from './checkout.ts';
import { type Bodies, definedOf } from './control-bodies.ts';
import { closeDispute, openDispute, reverseDispute } from './disputes.ts';
import { invalid } from './errors.ts';
import { detachMethod, renewCard } from './payment-methods.ts';
import { actOnIntent } from './payments.ts';
import { createRefund, failRefund } from './refunds.ts';
import { actOnSetup } from './setup-intents.ts';
import { declines, isDeclineCode } from './test-methods.ts';
import type { z } from 'zod';

/** The collections on whose objects there are acts. */
type Acted =
  'charges' | 'customers' | 'disputes' | 'paymentIntents' | 'paymentMethods' | 'refunds' | 'sessions' | 'setupIntents';

/** An act on the object of an id. */
export interface Action {
  /** Such as `checkout_sessions/:id/complete`. */
  path: string;
  collection: Acted;
  body: keyof Bodies;
  run: (account: Account, id: string, body: never) => unknown;
}

function action<B extends keyof Bodies>(
  path: string,
  collection: Acted,
  body: B,
  run: (account: Account, id: string, body: z.output<Bodies[B]>) => unknown,
): Action {
  return { path, collection, body, run };
}

/** The next charges of a method are declined. */
function refuseCharges(account: Account, id: string, { decline_code: code, times }: z.output<Bodies['refuse']>) {
  if (!isDeclineCode(code)) throw invalid(`${code}: not one of ${Object.keys(declines).join(', ')}`);
  const { refusals } = account.factsOfMethod(id);
  for (let time = 0; time < times; time += 1) refusals.push(declines[code]);
  return { waiting: refusals.length };
}

export const actions: Action[] = [
  action('checkout_sessions/:id/complete', 'sessions', 'complete', (account, id, entry) =>
    completeSession(account, id, {
      payment_method: entry.payment_method,
      ...definedOf({ authentication: entry.authentication }),
    }),
  ),
  action('checkout_sessions/:id/expire', 'sessions', 'empty', (account, id) => expireSession(account, {}, id)),
  action('payment_intents/:id/act', 'paymentIntents', 'act', (account, id, { act }) => actOnIntent(account, id, act)),
  action('setup_intents/:id/act', 'setupIntents', 'act', (account, id, { act }) => actOnSetup(account, id, act)),
  action('charges/:id/dispute', 'charges', 'dispute', (account, id, { reason, is_inquiry: isInquiry }) =>
    openDispute(account, account.charges.get(id), definedOf({ reason, isInquiry })),
  ),
  action('disputes/:id/close', 'disputes', 'close', (account, id, { outcome }) => closeDispute(account, id, outcome)),
  action('disputes/:id/reverse', 'disputes', 'empty', (account, id) => reverseDispute(account, id)),
  action('charges/:id/refund', 'charges', 'refund', (account, id, { amount }) =>
    createRefund(account, { charge: id, amount }),
  ),
  action('payment_methods/:id/detach', 'paymentMethods', 'empty', (account, id) => detachMethod(account, {}, id)),
  action('payment_methods/:id/renew', 'paymentMethods', 'empty', renewCard),
  action('payment_methods/:id/refuse', 'paymentMethods', 'refuse', refuseCharges),
  action('refunds/:id/fail', 'refunds', 'failure', (account, id, { reason }) => failRefund(account, id, reason)),
  action('customers/:id/fund', 'customers', 'fund', (account, id, { amount, currency, reference }) =>
    fund(account, { amount, currency, ...definedOf({ reference }) }, id),
  ),
];
