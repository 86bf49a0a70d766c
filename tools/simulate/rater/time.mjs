// Work that falls due as time passes (subscriptions, sections 3 and 7 to 10), in order.
import { beginningOf, localDay, utcDay } from './calendar.mjs';
import { isPlanDay } from './boundaries.mjs';
import { finalize, issue, partOf } from './issuing.mjs';
import { replace, start, issueStartInvoice, terminate } from './lifecycle.mjs';
import { nextBillingDay } from './moves.mjs';
import { trialEnd } from './plan-fee.mjs';
import { performWalletAction, dueWalletActions } from './top-up-rules.mjs';

/** The order of simultaneous work. */
const order = [
  'activation',
  'ending',
  'change',
  'billing',
  'finalization',
  'trial',
  'wallet_end',
  'rule_end',
  'top_up',
];

/** The next due actions of a subscription: `{ at, action }`, each at its earliest time. */
function dueActionsOf(world, subscription) {
  const tz = world.tzOf(subscription.customer);
  const actions = [];
  if (subscription.status === 'pending' && !subscription.predecessor)
    actions.push({ at: beginningOf(localDay(subscription.subscriptionAt, tz), tz), action: 'activation' });
  if (subscription.status !== 'active') return actions;
  const ends = subscription.endingAt === null ? null : localDay(subscription.endingAt, tz);
  if (ends !== null) actions.push({ at: beginningOf(ends, tz), action: 'ending' });
  let day = nextBillingDay(subscription, tz);
  if (day === ends) day = nextBillingDay({ ...subscription, billableFrom: day + 1 }, tz);
  const followed = world.subscriptions.some((one) => one.predecessor === subscription && one.status === 'pending');
  const change = followed && isPlanDay(subscription, day, tz);
  actions.push({ at: beginningOf(day, tz), action: change ? 'change' : 'billing', day });
  if (!subscription.trialEnded) actions.push({ at: trialEnd(subscription, world), action: 'trial' });
  return actions;
}

function earliest(world, to) {
  const actions = world.subscriptions.flatMap((subscription) =>
    dueActionsOf(world, subscription).map((one) => ({ ...one, subscription })),
  );
  for (const invoice of world.invoices)
    if (invoice.status === 'draft') actions.push({ at: invoice.finalizesAt, action: 'finalization', invoice });
  actions.push(...dueWalletActions(world));
  const dueActions = actions
    .map((one) => ({ ...one, at: Math.max(one.at, world.now ?? one.at) }))
    .filter((one) => one.at <= to);
  dueActions.sort((a, b) => a.at - b.at || order.indexOf(a.action) - order.indexOf(b.action));
  return dueActions.filter((one) => one.at === dueActions[0].at && one.action === dueActions[0].action);
}

/** Performs all work that falls due until an instant. */
export function performDueWork(world, to) {
  for (;;) {
    const actions = earliest(world, to);
    if (actions.length === 0) return;
    world.now = actions[0].at;
    world.log.push({ at: world.now, action: actions[0].action });
    if (actions[0].action === 'billing') billTogether(world, actions);
    else if (actions[0].wallet ?? actions[0].rule) performWalletAction(world, actions[0]);
    else perform(world, actions[0]);
  }
}

function billTogether(world, billings) {
  const byCustomer = grouped(billings);
  for (const [customer, customerBillings] of byCustomer) {
    const parts = customerBillings.map(({ subscription }) => partOf(world, subscription, { at: world.now }));
    // After a customer moves eastward, the day has begun before the move: work due since then is dated back to it.
    const madeAt = Math.min(world.now, ...customerBillings.map(({ day }) => beginningOf(day, world.tzOf(customer))));
    for (const { subscription, day } of customerBillings) subscription.billableFrom = day + 1;
    const byCurrency = new Map();
    for (const part of parts) {
      const { currency } = part.subscription.plan;
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), part]);
    }
    for (const currencyParts of byCurrency.values())
      issue(world, customer, currencyParts, {
        at: world.now,
        madeAt,
        periodic: true,
        reasons: currencyParts.map(() => 'subscription_periodic'),
      });
  }
}

function grouped(billings) {
  const groups = new Map();
  for (const one of billings)
    groups.set(one.subscription.customer, [...(groups.get(one.subscription.customer) ?? []), one]);
  return groups;
}

function perform(world, { action, subscription, invoice, day }) {
  const now = world.now;
  if (action === 'finalization') finalize(world, invoice, now);
  else if (action === 'activation') start(world, subscription, now, true);
  else if (action === 'ending') terminate(world, subscription, now);
  else if (action === 'change') {
    const successor = world.subscriptions.find((one) => one.predecessor === subscription && one.status === 'pending');
    subscription.billableFrom = day + 1;
    // After a move the period may have ended before now; the two plans stay adjacent, without an hour between them.
    replace(world, subscription, successor, beginningOf(day, world.tzOf(subscription.customer)), false);
  } else {
    subscription.trialEnded = true;
    if (!subscription.plan.inAdvance) return;
    const tz = world.tzOf(subscription.customer);
    const today = localDay(now, tz);
    const ran = world.invoicesOf(subscription).some((one) => one.periodic && localDay(one.at, tz) === today);
    const again = world.planFees(subscription).some((fee) => utcDay(fee.invoice.at) === utcDay(subscription.startedAt));
    if (!ran && !again) issueStartInvoice(world, subscription, now, 'plan');
  }
}
