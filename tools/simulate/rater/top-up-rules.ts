// Time-driven changes of wallets: their end, the end of their rules, and top-ups at intervals (wallets, sections 2.5
// and 2.6).
import type { Interval, RuleRequest } from '../requests.ts';
import { beginningOf, civil, localDay, monthsOf } from './calendar.ts';
import type { Customer } from './catalog.ts';
import { closeInvoice, isPaid, voidInvoice } from './corrections.ts';
import type { Invoice, TopUpRule, Wallet } from './model.ts';
import { isUnderWay } from './provider-payments.ts';
import type { State } from './state.ts';
import { topUp, worth } from './wallets.ts';

export type WalletAction =
  { at: number; action: 'wallet_end'; wallet: Wallet } | { at: number; action: 'rule_end' | 'top_up'; rule: TopUpRule };

/** Whether a day belongs to an interval that begins on another day. */
function isRecurrenceDay(day: number, first: number, interval: Interval): boolean {
  const [one, other] = [civil(day), civil(first)];
  if (interval === 'weekly') return one.weekday === other.weekday;
  const isLast = civil(day + 1).date === 1;
  if (one.date !== other.date && !(isLast && other.date > one.date)) return false;
  return (one.month - other.month + 24) % monthsOf[interval] === 0;
}

/**
 * The next top-up of a rule: the start of a local day on which it has not run yet, except the wallet's creation day.
 */
function nextOf(world: State, rule: Omit<TopUpRule, 'next'>): number {
  const { wallet, startedAt, interval } = rule;
  const tz = world.tzOf(wallet.customer);
  const reference = startedAt ?? wallet.createdAt;
  const first = localDay(reference, tz);
  for (let day = Math.max(first, localDay(rule.after, tz)); ; day++) {
    const at = Math.max(beginningOf(day, tz), reference);
    if (isRecurrenceDay(day, first, interval) && day !== localDay(wallet.createdAt, tz) && at > rule.after) return at;
  }
}

/** Schedules a rule; today still counts. */
function scheduled(world: State, rule: Omit<TopUpRule, 'after' | 'next'>): Pick<TopUpRule, 'after' | 'next'> {
  const tz = world.tzOf(rule.wallet.customer);
  const after = beginningOf(localDay(world.now, tz), tz) - 1;
  return { after, next: nextOf(world, { ...rule, after }) };
}

/** @param defaults amounts of a rule without its own */
export function addRule(
  world: State,
  wallet: Wallet,
  input: RuleRequest,
  defaults?: Pick<RuleRequest, 'paid_credits' | 'granted_credits'>,
): void {
  const hasAmounts = input.paid_credits !== undefined || input.granted_credits !== undefined;
  const rule = {
    wallet,
    interval: input.interval,
    paid: (hasAmounts ? input.paid_credits : defaults?.paid_credits) ?? '0',
    granted: (hasAmounts ? input.granted_credits : defaults?.granted_credits) ?? '0',
    startedAt: input.started_at ? Date.parse(input.started_at) : null,
    endsAt: input.expiration_at ? Date.parse(input.expiration_at) : Infinity,
    requiresPayment: input.invoice_requires_successful_payment ?? wallet.requiresPayment,
    ignoreLimits: input.ignore_paid_top_up_limits === true,
  };
  wallet.rules.push({ ...rule, ...scheduled(world, rule) });
}

/** Reschedules the rules of a customer that moved to another time zone, since its days are different now. */
export function rescheduleRules(world: State, customer: Customer): void {
  for (const wallet of world.wallets)
    if (wallet.customer === customer) for (const rule of wallet.rules) Object.assign(rule, scheduled(world, rule));
}

/** Ends a wallet: it is no longer used; its balance stays. */
export function endWallet(wallet: Wallet): void {
  wallet.status = 'terminated';
  wallet.rules = [];
}

/** Due actions of wallets, each kind in the order of wallet creation. */
export const dueWalletActions = (world: State): WalletAction[] =>
  world.wallets
    .filter(({ status }) => status === 'active')
    .flatMap((wallet): WalletAction[] => [
      { at: wallet.endsAt, action: 'wallet_end', wallet },
      ...wallet.rules.flatMap((rule): WalletAction[] => [
        { at: rule.endsAt, action: 'rule_end', rule },
        { at: rule.next, action: 'top_up', rule },
      ]),
    ]);

export function performWalletAction(world: State, due: WalletAction): void {
  if (due.action === 'wallet_end') return endWallet(due.wallet);
  const { rule } = due;
  if (due.action === 'rule_end') {
    rule.wallet.rules = rule.wallet.rules.filter((one) => one !== rule);
    return;
  }
  const { paid, granted, ignoreLimits, requiresPayment } = rule;
  const tz = world.tzOf(rule.wallet.customer);
  const today = localDay(world.now, tz);
  const again = rule.wallet.transactions.some(({ source, at }) => source === 'interval' && localDay(at, tz) === today);
  if (!again) {
    const failed = failedTopUps(rule.wallet);
    const isDone = topUp(world, rule.wallet, { paid, granted, ignoreLimits, requiresPayment, source: 'interval' });
    if (isDone && worth(rule.wallet, paid) > 0n) for (const invoice of failed) replace(world, invoice);
  }
  rule.after = world.now;
  rule.next = nextOf(world, rule);
}

/** The invoices of a wallet's top-ups at intervals whose payment failed. */
const failedTopUps = ({ transactions }: Wallet): Invoice[] =>
  transactions.flatMap(({ source, status, invoice }) =>
    source === 'interval' && status === 'failed' && invoice ? [invoice] : [],
  );

/** The next top-up replaces one whose payment failed: its invoice is void, or a hidden one closed (wallets, section 2.6). */
function replace(world: State, invoice: Invoice): void {
  if (!invoice.failed || isPaid(invoice) || invoice.paidCents > 0n || isUnderWay(world, invoice)) return;
  if (invoice.status === 'open') closeInvoice(world, invoice);
  else voidInvoice(world, invoice, null);
}
