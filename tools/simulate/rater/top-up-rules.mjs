// Time-driven changes of wallets: their end, the end of their rules, and top-ups at intervals (wallets, sections 2.5
// and 2.6).
import { beginningOf, civil, localDay } from './calendar.mjs';
import { topUp } from './wallets.mjs';

const monthsPerInterval = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };

/** Whether a day belongs to an interval that begins on another day. */
function isRecurrenceDay(day, first, interval) {
  const [one, other] = [civil(day), civil(first)];
  if (interval === 'weekly') return one.weekday === other.weekday;
  const isLast = civil(day + 1).date === 1;
  if (one.date !== other.date && !(isLast && other.date > one.date)) return false;
  return (one.month - other.month + 24) % monthsPerInterval[interval] === 0;
}

/**
 * The next top-up of a rule: the start of a local day on which it has not run yet, except the wallet's creation day.
 */
function nextOf(world, rule) {
  const { wallet, startedAt, interval } = rule;
  const tz = world.tzOf(wallet.customer);
  const reference = startedAt ?? wallet.createdAt;
  const first = localDay(reference, tz);
  for (let day = Math.max(first, localDay(rule.after, tz)); ; day++) {
    const at = Math.max(beginningOf(day, tz), reference);
    if (isRecurrenceDay(day, first, interval) && day !== localDay(wallet.createdAt, tz) && at > rule.after) return at;
  }
}

/** Reschedules a rule; today still counts. */
function schedule(world, rule) {
  const tz = world.tzOf(rule.wallet.customer);
  rule.after = beginningOf(localDay(world.now, tz), tz) - 1;
  rule.next = rule.trigger === 'interval' ? nextOf(world, rule) : Infinity;
}

export function addRule(world, wallet, input, defaults) {
  const hasAmounts = input.paid_credits !== undefined || input.granted_credits !== undefined;
  const rule = {
    wallet,
    trigger: input.trigger,
    interval: input.interval,
    paid: (hasAmounts ? input.paid_credits : defaults?.paid_credits) ?? '0',
    granted: (hasAmounts ? input.granted_credits : defaults?.granted_credits) ?? '0',
    startedAt: input.started_at ? Date.parse(input.started_at) : null,
    endsAt: input.expiration_at ? Date.parse(input.expiration_at) : Infinity,
    requiresPayment: input.invoice_requires_successful_payment ?? wallet.requiresPayment,
    ignoreLimits: input.ignore_paid_top_up_limits === true,
  };
  schedule(world, rule);
  wallet.rules.push(rule);
}

/** Reschedules the rules of a customer that moved to another time zone, since its days are different now. */
export function rescheduleRules(world, customer) {
  for (const wallet of world.wallets)
    if (wallet.customer === customer) for (const rule of wallet.rules) schedule(world, rule);
}

/** Ends a wallet: it is no longer used; its balance stays. */
export function endWallet(wallet) {
  wallet.status = 'terminated';
  wallet.rules = [];
}

/** Due actions of wallets, each kind in the order of wallet creation. */
export const dueWalletActions = (world) =>
  world.wallets
    .filter(({ status }) => status === 'active')
    .flatMap((wallet) => [
      { at: wallet.endsAt, action: 'wallet_end', wallet },
      ...wallet.rules.flatMap((rule) => [
        { at: rule.endsAt, action: 'rule_end', rule },
        { at: rule.next, action: 'top_up', rule },
      ]),
    ]);

export function performWalletAction(world, { action, wallet, rule }) {
  if (action === 'wallet_end') return endWallet(wallet);
  if (action === 'rule_end') {
    rule.wallet.rules = rule.wallet.rules.filter((one) => one !== rule);
    return undefined;
  }
  const { paid, granted, ignoreLimits, requiresPayment } = rule;
  const tz = world.tzOf(rule.wallet.customer);
  const today = localDay(world.now, tz);
  const again = rule.wallet.transactions.some(({ source, at }) => source === 'interval' && localDay(at, tz) === today);
  if (!again) topUp(world, rule.wallet, { paid, granted, ignoreLimits, requiresPayment, source: 'interval' });
  rule.after = world.now;
  rule.next = nextOf(world, rule);
  return undefined;
}
