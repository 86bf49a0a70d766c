// What falls due as time passes (subscriptions, sections 3 and 7 to 10), in its order.
import { beginningOf, localDay, utcDay } from './calendar.mjs';
import { isPlanDay } from './boundaries.mjs';
import { finalize, issue, partOf } from './issuing.mjs';
import { replace, start, starting, terminate } from './lifecycle.mjs';
import { nextBillingDay } from './moves.mjs';
import { trialEnd } from './plan-fee.mjs';
import { performOfWallet, walletsDue } from './top-up-rules.mjs';

/** What falls due at the same moment is done in this order. */
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

/** When a subscription has something to do next: `{ at, what }`, each at the earliest. */
function dueOf(world, subscription) {
  const tz = world.tzOf(subscription.customer);
  const due = [];
  if (subscription.status === 'pending' && !subscription.predecessor)
    due.push({ at: beginningOf(localDay(subscription.subscriptionAt, tz), tz), what: 'activation' });
  if (subscription.status !== 'active') return due;
  const ends = subscription.endingAt === null ? null : localDay(subscription.endingAt, tz);
  if (ends !== null) due.push({ at: beginningOf(ends, tz), what: 'ending' });
  let day = nextBillingDay(subscription, tz);
  if (day === ends) day = nextBillingDay({ ...subscription, billableFrom: day + 1 }, tz);
  const followed = world.subscriptions.some((one) => one.predecessor === subscription && one.status === 'pending');
  const change = followed && isPlanDay(subscription, day, tz);
  due.push({ at: beginningOf(day, tz), what: change ? 'change' : 'billing', day });
  if (!subscription.trialEnded) due.push({ at: trialEnd(subscription, world), what: 'trial' });
  return due;
}

function earliest(world, to) {
  const due = world.subscriptions.flatMap((subscription) =>
    dueOf(world, subscription).map((one) => ({ ...one, subscription })),
  );
  for (const invoice of world.invoices)
    if (invoice.status === 'draft') due.push({ at: invoice.finalizesAt, what: 'finalization', invoice });
  due.push(...walletsDue(world));
  const now = due.map((one) => ({ ...one, at: Math.max(one.at, world.now ?? one.at) })).filter((one) => one.at <= to);
  now.sort((a, b) => a.at - b.at || order.indexOf(a.what) - order.indexOf(b.what));
  return now.filter((one) => one.at === now[0].at && one.what === now[0].what);
}

/** Does all that falls due until an instant. */
export function doDue(world, to) {
  for (;;) {
    const due = earliest(world, to);
    if (due.length === 0) return;
    world.now = due[0].at;
    world.log.push({ at: world.now, what: due[0].what });
    if (due[0].what === 'billing') billTogether(world, due);
    else if (due[0].wallet ?? due[0].rule) performOfWallet(world, due[0]);
    else perform(world, due[0]);
  }
}

function billTogether(world, due) {
  const byCustomer = grouped(due);
  for (const [customer, ones] of byCustomer) {
    const parts = ones.map(({ subscription }) => partOf(world, subscription, { at: world.now }));
    // Of a customer that moved eastward the day has begun before the move: what is due since then is done as of then.
    const madeAt = Math.min(world.now, ...ones.map(({ day }) => beginningOf(day, world.tzOf(customer))));
    for (const { subscription, day } of ones) subscription.billableFrom = day + 1;
    const byCurrency = new Map();
    for (const part of parts) {
      const { currency } = part.subscription.plan;
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), part]);
    }
    for (const same of byCurrency.values())
      issue(world, customer, same, {
        at: world.now,
        madeAt,
        periodic: true,
        reasons: same.map(() => 'subscription_periodic'),
      });
  }
}

function grouped(due) {
  const groups = new Map();
  for (const one of due) groups.set(one.subscription.customer, [...(groups.get(one.subscription.customer) ?? []), one]);
  return groups;
}

function perform(world, { what, subscription, invoice, day }) {
  const now = world.now;
  if (what === 'finalization') finalize(world, invoice, now);
  else if (what === 'activation') start(world, subscription, now, true);
  else if (what === 'ending') terminate(world, subscription, now);
  else if (what === 'change') {
    const successor = world.subscriptions.find((one) => one.predecessor === subscription && one.status === 'pending');
    subscription.billableFrom = day + 1;
    // A move may have brought the period to its end before now: no hour is left between the two plans.
    replace(world, subscription, successor, beginningOf(day, world.tzOf(subscription.customer)), false);
  } else {
    subscription.trialEnded = true;
    if (!subscription.plan.inAdvance) return;
    const tz = world.tzOf(subscription.customer);
    const today = localDay(now, tz);
    const ran = world.invoicesOf(subscription).some((one) => one.periodic && localDay(one.at, tz) === today);
    const again = world.planFees(subscription).some((fee) => utcDay(fee.invoice.at) === utcDay(subscription.startedAt));
    if (!ran && !again) starting(world, subscription, now, 'plan');
  }
}
