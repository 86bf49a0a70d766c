// Work that falls due as time passes (subscriptions, sections 3 and 7 to 10), in order.
import { beginningOf, localDay, utcDay } from './calendar.ts';
import { isPlanDay } from './boundaries.ts';
import { finalize, issue, partOf } from './issuing.ts';
import { replace, start, issueStartInvoice, terminate } from './lifecycle.ts';
import { nextBillingDay } from './moves.ts';
import { trialEnd } from './plan-fee.ts';
import type { BillingPart, Invoice, ProviderCharge, Reason, Subscription } from './model.ts';
import type { Customer } from './catalog.ts';
import { present } from './impossible.ts';
import { answerLate, chargeNewInvoices } from './provider-payments.ts';
import { invoiceOf } from './records.ts';
import type { State } from './state.ts';
import { performWalletAction, dueWalletActions, type WalletAction } from './top-up-rules.ts';

/** The billing of a subscription, or its change to a scheduled plan. */
interface PeriodAction {
  at: number;
  action: 'billing' | 'change';
  subscription: Subscription;
  day: number;
}

type DueAction =
  | PeriodAction
  | { at: number; action: 'activation' | 'ending' | 'trial'; subscription: Subscription }
  | { at: number; action: 'finalization'; invoice: Invoice }
  | { at: number; action: 'answer'; charge: ProviderCharge }
  | WalletAction;

/** The order of simultaneous work. */
const order: DueAction['action'][] = [
  'activation',
  'ending',
  'change',
  'billing',
  'finalization',
  'trial',
  'wallet_end',
  'rule_end',
  'top_up',
  'answer',
];

/** The next due actions of a subscription, each at its earliest time. */
function dueActionsOf(world: State, subscription: Subscription): DueAction[] {
  const tz = world.tzOf(subscription.customer);
  const actions: DueAction[] = [];
  if (subscription.status === 'pending' && !subscription.predecessor)
    actions.push({
      at: beginningOf(localDay(subscription.subscriptionAt, tz), tz),
      action: 'activation',
      subscription,
    });
  if (subscription.status !== 'active') return actions;
  const ends = subscription.endingAt === null ? null : localDay(subscription.endingAt, tz);
  if (ends !== null) actions.push({ at: beginningOf(ends, tz), action: 'ending', subscription });
  let day = nextBillingDay(subscription, tz);
  if (day === ends) day = nextBillingDay({ ...subscription, billableFrom: day + 1 }, tz);
  const followed = world.subscriptions.some((one) => one.predecessor === subscription && one.status === 'pending');
  const change = followed && isPlanDay(subscription, day, tz);
  actions.push({ at: beginningOf(day, tz), action: change ? 'change' : 'billing', subscription, day });
  if (!subscription.trialEnded)
    actions.push({ at: present(trialEnd(subscription, world), 'end of the trial'), action: 'trial', subscription });
  return actions;
}

/** The next work that is due until an instant: actions of one kind at one time. */
function earliest(world: State, to: number): DueAction[] {
  const actions = world.subscriptions.flatMap((subscription) => dueActionsOf(world, subscription));
  for (const invoice of world.invoices)
    if (invoice.status === 'draft') actions.push({ at: invoice.finalizesAt, action: 'finalization', invoice });
  for (const charge of world.charges) actions.push({ at: charge.answersAt, action: 'answer', charge });
  actions.push(...dueWalletActions(world));
  const dueActions = actions
    .map((one) => ({ ...one, at: Math.max(one.at, world.now) }))
    .filter((one) => one.at <= to)
    .sort((a, b) => a.at - b.at || order.indexOf(a.action) - order.indexOf(b.action));
  return dueActions.filter((one) => one.at === dueActions[0]?.at && one.action === dueActions[0].action);
}

/** Performs all work that falls due until an instant. */
export function performDueWork(world: State, to: number): void {
  for (;;) {
    chargeNewInvoices(world);
    const actions = earliest(world, to);
    const [first] = actions;
    if (!first) return;
    world.now = first.at;
    world.log.push({ at: world.now, action: first.action });
    if (first.action === 'billing')
      billTogether(
        world,
        actions.filter((one): one is PeriodAction => one.action === 'billing'),
      );
    else perform(world, first);
  }
}

/** Bills the periods that end at one time: one invoice for each customer and currency. */
function billTogether(world: State, billings: PeriodAction[]): void {
  const byCustomer = grouped(billings);
  for (const [customer, customerBillings] of byCustomer) {
    const parts = customerBillings.map(({ subscription }) => partOf(world, subscription, { at: world.now }));
    // After a customer moves eastward, the day has begun before the move, and work due since then is dated back to it. A
    // subscription that started in the past has no work before its creation.
    const begun = customerBillings.map(({ day, subscription }) =>
      Math.max(beginningOf(day, world.tzOf(customer)), subscription.createdAt),
    );
    const madeAt = Math.min(world.now, ...begun);
    for (const { subscription, day } of customerBillings) subscription.billableFrom = day + 1;
    const byCurrency = new Map<string, BillingPart[]>();
    for (const part of parts) {
      const { currency } = part.subscription.plan;
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), part]);
    }
    for (const currencyParts of byCurrency.values())
      issue(world, customer, currencyParts, {
        at: world.now,
        day: localDay(madeAt, world.tzOf(customer)),
        madeAt,
        periodic: true,
        reasons: currencyParts.map((): Reason => 'subscription_periodic'),
      });
  }
}

function grouped(billings: PeriodAction[]): Map<Customer, PeriodAction[]> {
  const groups = new Map<Customer, PeriodAction[]>();
  for (const one of billings)
    groups.set(one.subscription.customer, [...(groups.get(one.subscription.customer) ?? []), one]);
  return groups;
}

function perform(world: State, due: DueAction): void {
  switch (due.action) {
    case 'finalization':
      return finalize(world, due.invoice, world.now);
    case 'activation':
      return start(world, due.subscription, world.now, true);
    case 'ending':
      return terminate(world, due.subscription, world.now);
    case 'billing':
      return billTogether(world, [due]);
    case 'change':
      return change(world, due);
    case 'answer':
      return answerLate(world, due.charge);
    case 'trial':
      return endTrial(world, due.subscription);
    default:
      return performWalletAction(world, due);
  }
}

function change(world: State, { subscription, day }: PeriodAction): void {
  const successor = world.subscriptions.find((one) => one.predecessor === subscription && one.status === 'pending');
  subscription.billableFrom = day + 1;
  // After a move the period may have ended before now; the two plans stay adjacent, without an hour between them.
  const at = beginningOf(day, world.tzOf(subscription.customer));
  replace(world, subscription, present(successor, 'successor'), at, false);
}

/** Bills a plan in advance at the end of its trial, unless its first fee has come already. */
function endTrial(world: State, subscription: Subscription): void {
  subscription.trialEnded = true;
  if (!subscription.plan.inAdvance) return;
  const tz = world.tzOf(subscription.customer);
  const today = localDay(world.now, tz);
  const ran = world.invoicesOf(subscription).some((one) => one.periodic && localDay(one.at, tz) === today);
  const startDay = utcDay(subscription.startedAt);
  const again = world.planFees(subscription).some((fee) => utcDay(invoiceOf(fee).at) === startDay);
  if (!ran && !again) issueStartInvoice(world, subscription, world.now, 'plan');
}
