// Previews: the invoice that would come if a change happened now or the next billing came (invoices, section 11). The
// rater makes this happen in a copy of the world; a right preview equals the invoice in that copy.
import type { Choice, PreviewKind } from '../history.ts';
import type { BillingTime, Body } from '../requests.ts';
import { lineOfPreview, type PreviewFigures } from '../preview-figures.ts';
import { beginningOf, isoDay, localDay } from './calendar.ts';
import { isPlanDay, splitsCharges, splitsFixed } from './boundaries.ts';
import type { Call, PlayableState } from './calls.ts';
import { copied } from './copy.ts';
import type { Invoice, Subscription } from './model.ts';
import { nextBillingDay } from './moves.ts';
import { yearlyAmount } from './plan-fee.ts';
import { present } from './impossible.ts';
import type { State } from './state.ts';

const day = 86_400_000;
const pick = <T>(list: T[], nth: number): T | undefined => (list.length === 0 ? undefined : list[nth % list.length]);
const iso = (instant: number) => new Date(instant).toISOString();

/** The fields of its choice that a preview may read. */
type PreviewChoice = Required<Pick<Choice, 'days' | 'other' | 'calendar'>>;

/** The request of a preview, and the change that it is about. */
interface Scenario {
  about: Body;
  /** Makes earlier events happen. The preview is uncertain if they make an invoice. */
  prepare?(copy: PlayableState): void;
  apply(copy: PlayableState): void;
}

/** The day of a subscription's next billing, or of its end. */
function nextOf(world: State, one: Subscription): number {
  const tz = world.tzOf(one.customer);
  const billed = nextBillingDay(one, tz);
  const ends = one.endingAt === null ? Infinity : localDay(one.endingAt, tz);
  return Math.min(billed, ends);
}

/** Subscriptions of one customer that share the next invoice. */
function billedTogether(world: State, chosen: Subscription): Subscription[] {
  const nextDay = nextOf(world, chosen);
  return world.subscriptions.filter(
    (one) => one.customer === chosen.customer && one.status === 'active' && nextOf(world, one) === nextDay,
  );
}

const isAlike = (one: Subscription, other: Subscription) =>
  one.billingTime === other.billingTime &&
  one.plan.interval === other.plan.interval &&
  one.plan.billChargesMonthly === other.plan.billChargesMonthly &&
  one.plan.billFixedMonthly === other.plan.billFixedMonthly;

const idsOf = (all: Subscription[]) => all.map(({ externalId }) => externalId);

interface ScenarioFactory {
  make(world: State, chosen: Subscription, choice: PreviewChoice): Scenario | undefined;
}

const kinds: Record<PreviewKind, ScenarioFactory['make']> = {
  next(world, chosen) {
    const all = billedTogether(world, chosen);
    if (all.some((one) => !isAlike(one, chosen))) return undefined;
    const at = beginningOf(nextOf(world, chosen), world.tzOf(chosen.customer));
    return { about: { subscriptions: { external_ids: idsOf(all) } }, apply: (copy) => copy.advance(at) };
  },

  coming(world, chosen) {
    const tz = world.tzOf(chosen.customer);
    const start = Math.max(world.now, beginningOf(localDay(chosen.subscriptionAt, tz), tz));
    const startedIn = (copy: State) => present(copy.subscriptions[world.subscriptions.indexOf(chosen)], 'copy of it');
    return {
      about: { subscriptions: { external_ids: idsOf([chosen]) } },
      prepare: (copy) => copy.advance(start),
      apply(copy) {
        const started = startedIn(copy);
        if (started.status === 'active') copy.advance(beginningOf(nextOf(copy, started), tz));
      },
    };
  },

  termination(world, chosen, { days }) {
    const at = Math.floor(world.now / 1000) * 1000 + Math.floor(days * day);
    const about = { subscriptions: { external_ids: idsOf([chosen]), terminated_at: iso(at) } };
    return {
      about,
      apply(copy) {
        copy.advance(at);
        copy.call({ do: `DELETE /subscriptions/${chosen.externalId}` });
      },
    };
  },

  change(world, chosen, { other }) {
    const plan = pick(
      [...world.plans.values()].filter((one) => one.code !== chosen.plan.code),
      other,
    );
    if (!plan) return undefined;
    const subscription = { external_customer_id: chosen.customer.externalId, external_id: chosen.externalId };
    const tz = world.tzOf(chosen.customer);
    let next = nextBillingDay(chosen, tz);
    while (!isPlanDay(chosen, next, tz)) next++;
    return {
      about: { subscriptions: { external_ids: idsOf([chosen]), plan_code: plan.code } },
      apply(copy) {
        copy.call({ do: 'POST /subscriptions', body: { subscription: { ...subscription, plan_code: plan.code } } });
        if (yearlyAmount(plan) < yearlyAmount(chosen.plan)) copy.advance(beginningOf(next, tz));
      },
    };
  },

  start(world, { customer }, { other, calendar }) {
    const plan = pick([...world.plans.values()], other);
    if (!plan || plan.trialDays) return undefined;
    // A proposal shows the end of the plan's first period, not that of its first month.
    if (!plan.inAdvance && (splitsCharges(plan) || splitsFixed(plan))) return undefined;
    const billingTime: BillingTime = calendar ? 'calendar' : 'anniversary';
    const planChoice = { plan_code: plan.code, billing_time: billingTime };
    return {
      about: { ...planChoice, subscription_at: iso(world.now) },
      apply(copy) {
        const subscription = { ...planChoice, external_customer_id: customer.externalId, external_id: 'previewed' };
        copy.call({ do: 'POST /subscriptions', body: { subscription } });
        const previewed = copy.subscriptions.find(
          (one) => one.customer.externalId === customer.externalId && one.externalId === 'previewed',
        );
        const tz = world.tzOf(customer);
        if (!plan.inAdvance) copy.advance(beginningOf(nextBillingDay(present(previewed, 'preview'), tz), tz));
      },
    };
  },
};

/** Whether another invoice may come first, or the rater knows usage that a preview ignores. */
function isUncertain(world: State, { customer, externalId }: Subscription, kind: PreviewKind): boolean {
  const drafts = world.invoices.some((one) => one.customer === customer && one.status === 'draft');
  const wallets = world.wallets.some(
    (one) => one.customer === customer && one.status === 'active' && (one.rules.length > 0 || one.endsAt < Infinity),
  );
  const later = world.events.some((event) => event.subscription === externalId && event.at > world.now);
  return drafts || wallets || (later && kind !== 'start');
}

/** @returns the call with the figures that it must show, or undefined where they are uncertain */
export function previewCall(
  world: PlayableState,
  { kind, nth, days = 0, other = 0, calendar = false }: Choice & { kind: PreviewKind },
): Call | undefined {
  const fitting = world.subscriptions.filter(
    (one) =>
      (kind === 'coming' ? one.status === 'pending' && !one.predecessor : one.status === 'active') &&
      world.customers.get(one.customer.externalId) === one.customer,
  );
  const chosen = pick(fitting, nth);
  if (!chosen || isUncertain(world, chosen, kind)) return undefined;
  const scenario = kinds[kind](world, chosen, { days, other, calendar });
  if (!scenario) return undefined;
  const { externalId, grace } = chosen.customer;
  const copy = copied(world);
  const customer = present(copy.customers.get(externalId), 'copy of the customer');
  customer.grace = 0;
  const invoicesBy = (change: Scenario['apply']) => {
    const before = copy.invoices.length;
    change(copy);
    return copy.invoices.slice(before).filter((one) => one.customer === customer);
  };
  if (scenario.prepare && invoicesBy(scenario.prepare).length > 0) return undefined;
  const newInvoices = invoicesBy(scenario.apply);
  const [invoice] = newInvoices;
  if (!invoice || newInvoices.length !== 1) return undefined;
  if (kind === 'start' && isMoreThanProposed(invoice)) return undefined;
  if (kind === 'coming' && isShared(invoice)) return undefined;
  const body = { customer: { external_id: externalId }, ...scenario.about };
  return { do: 'POST /invoices/preview', body, shows: figuresOf(invoice, grace) };
}

/** A proposal shows one subscription without charges, so also without those that cost something unused. */
const isMoreThanProposed = ({ parts, fees }: Invoice): boolean =>
  parts.length > 1 || fees.some(({ type, amountCents }) => type === 'charge' && amountCents !== 0n);

/** A preview shows the named subscriptions alone. */
const isShared = ({ parts }: Invoice): boolean => new Set(parts.map(({ subscription }) => subscription)).size > 1;

function figuresOf(invoice: Invoice, grace: number): PreviewFigures {
  return {
    issuing_date: isoDay(invoice.issuingDay + grace),
    fees_amount_cents: String(invoice.feesCents),
    progressive_billing_credit_amount_cents: String(invoice.progressiveCents),
    coupons_amount_cents: String(invoice.couponsCents),
    taxes_amount_cents: String(invoice.taxesCents),
    credit_notes_amount_cents: String(invoice.creditNotesCents),
    prepaid_credit_amount_cents: String(invoice.prepaid.granted + invoice.prepaid.purchased),
    total_amount_cents: String(invoice.totalCents),
    fees: lineOfPreview.expected(invoice.fees),
  };
}
