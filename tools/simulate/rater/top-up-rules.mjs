// What time does to wallets: they end, their rules end, and rules top them up at intervals (wallets, sections 2.5 and 2.6).
import { beginningOf, civil, localDay } from './calendar.mjs';
import { topUp } from './wallets.mjs';

const every = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };

/** Whether a day is one of an interval that begins on another. */
function isDay(day, first, interval) {
  const [one, other] = [civil(day), civil(first)];
  if (interval === 'weekly') return one.weekday === other.weekday;
  const isLast = civil(day + 1).date === 1;
  if (one.date !== other.date && !(isLast && other.date > one.date)) return false;
  return (one.month - other.month + 24) % every[interval] === 0;
}

/** When a rule tops up next: at the start of a local day on which it has not done so, and which its wallet was not made on. */
function nextOf(world, rule) {
  const { wallet, startedAt, interval } = rule;
  const tz = world.tzOf(wallet.customer);
  const reference = startedAt ?? wallet.createdAt;
  const first = localDay(reference, tz);
  for (let day = Math.max(first, localDay(rule.after, tz)); ; day++) {
    const at = Math.max(beginningOf(day, tz), reference);
    if (isDay(day, first, interval) && day !== localDay(wallet.createdAt, tz) && at > rule.after) return at;
  }
}

/** Times a rule anew: today still counts. */
function time(world, rule) {
  const tz = world.tzOf(rule.wallet.customer);
  rule.after = beginningOf(localDay(world.now, tz), tz) - 1;
  rule.next = rule.trigger === 'interval' ? nextOf(world, rule) : Infinity;
}

export function addRule(world, wallet, given, own) {
  const says = given.paid_credits !== undefined || given.granted_credits !== undefined;
  const rule = {
    wallet,
    trigger: given.trigger,
    interval: given.interval,
    paid: (says ? given.paid_credits : own?.paid_credits) ?? '0',
    granted: (says ? given.granted_credits : own?.granted_credits) ?? '0',
    startedAt: given.started_at ? Date.parse(given.started_at) : null,
    endsAt: given.expiration_at ? Date.parse(given.expiration_at) : Infinity,
    requiresPayment: given.invoice_requires_successful_payment ?? wallet.requiresPayment,
    ignoreLimits: given.ignore_paid_top_up_limits === true,
  };
  time(world, rule);
  wallet.rules.push(rule);
}

/** The days of a customer that moved to another time zone are others. */
export function retime(world, customer) {
  for (const wallet of world.wallets)
    if (wallet.customer === customer) for (const rule of wallet.rules) time(world, rule);
}

/** A wallet that has ended is used no more; its balance stays. */
export function endWallet(wallet) {
  wallet.status = 'terminated';
  wallet.rules = [];
}

/** What falls due of wallets, each kind in the order in which wallets were made. */
export const walletsDue = (world) =>
  world.wallets
    .filter(({ status }) => status === 'active')
    .flatMap((wallet) => [
      { at: wallet.endsAt, what: 'wallet_end', wallet },
      ...wallet.rules.flatMap((rule) => [
        { at: rule.endsAt, what: 'rule_end', rule },
        { at: rule.next, what: 'top_up', rule },
      ]),
    ]);

export function performOfWallet(world, { what, wallet, rule }) {
  if (what === 'wallet_end') return endWallet(wallet);
  if (what === 'rule_end') {
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
