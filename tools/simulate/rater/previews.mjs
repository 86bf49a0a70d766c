// Previews: the invoice that would come if a change happened now or the next billing came (invoices, section 11). The
// rater makes this happen in a copy of the world; a right preview equals the invoice in that copy.
import { lineOfPreview } from '../preview-figures.mjs';
import { beginningOf, isoDay, localDay } from './calendar.mjs';
import { isPlanDay, splitsCharges, splitsFixed } from './boundaries.mjs';
import { copied } from './copy.mjs';
import { nextBillingDay } from './moves.mjs';
import { yearlyAmount } from './plan-fee.mjs';

const day = 86_400_000;
const pick = (list, nth) => (list.length === 0 ? undefined : list[nth % list.length]);
const iso = (instant) => new Date(instant).toISOString();

const copyOf = (copy, { customer, externalId }) =>
  copy.subscriptions.find(
    (one) =>
      one.customer.externalId === customer.externalId && one.externalId === externalId && one.status === 'active',
  );

/** The day of a subscription's next billing, or of its end. */
function nextOf(world, one) {
  const tz = world.tzOf(one.customer);
  const billed = nextBillingDay(one, tz);
  const ends = one.endingAt === null ? Infinity : localDay(one.endingAt, tz);
  return Math.min(billed, ends);
}

/** Subscriptions of one customer that share the next invoice. */
function billedTogether(world, chosen) {
  const nextDay = nextOf(world, chosen);
  return world.subscriptions.filter(
    (one) => one.customer === chosen.customer && one.status === 'active' && nextOf(world, one) === nextDay,
  );
}

const isAlike = (one, other) =>
  one.billingTime === other.billingTime &&
  ['interval', 'billChargesMonthly', 'billFixedMonthly'].every((name) => one.plan[name] === other.plan[name]);

const idsOf = (all) => all.map(({ externalId }) => externalId);

/** The request of a preview, and the change that it asks about. */
const kinds = {
  next(world, chosen) {
    const all = billedTogether(world, chosen);
    if (all.some((one) => !isAlike(one, chosen))) return undefined;
    const at = beginningOf(nextOf(world, chosen), world.tzOf(chosen.customer));
    return { about: { subscriptions: { external_ids: idsOf(all) } }, apply: (copy) => copy.advance(at) };
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
    if (plan.trialDays || plan.charges.some(({ minAmountCents }) => minAmountCents > 0)) return undefined;
    // A proposal shows the end of the plan's first period, not that of its first month.
    if (!plan.inAdvance && (splitsCharges(plan) || splitsFixed(plan))) return undefined;
    const planChoice = { plan_code: plan.code, billing_time: calendar ? 'calendar' : 'anniversary' };
    return {
      about: { ...planChoice, subscription_at: iso(world.now) },
      apply(copy) {
        const subscription = { ...planChoice, external_customer_id: customer.externalId, external_id: 'previewed' };
        copy.call({ do: 'POST /subscriptions', body: { subscription } });
        const previewed = copyOf(copy, { customer, externalId: 'previewed' });
        if (!plan.inAdvance)
          copy.advance(beginningOf(nextBillingDay(previewed, copy.tzOf(previewed.customer)), copy.tzOf(customer)));
      },
    };
  },
};

/** Whether another invoice may come first, or the rater knows usage that a preview ignores. */
function isUncertain(world, { customer, externalId }, kind) {
  const drafts = world.invoices.some((one) => one.customer === customer && one.status === 'draft');
  const wallets = world.wallets.some(
    (one) => one.customer === customer && one.status === 'active' && (one.rules.length > 0 || one.endsAt < Infinity),
  );
  const later = world.events.some((event) => event.subscription === externalId && event.at > world.now);
  return drafts || wallets || (later && kind !== 'start');
}

/** @returns the call with the figures that it must show, or undefined where they are uncertain */
export function previewCall(world, { kind, nth, ...choice }) {
  const active = world.subscriptions.filter(
    (one) => one.status === 'active' && world.customers.get(one.customer.externalId) === one.customer,
  );
  const chosen = pick(active, nth);
  if (!chosen || isUncertain(world, chosen, kind)) return undefined;
  const scenario = kinds[kind](world, chosen, choice);
  if (!scenario) return undefined;
  const { externalId, grace } = chosen.customer;
  const copy = copied(world);
  const customer = copy.customers.get(externalId);
  customer.grace = 0;
  const before = copy.invoices.length;
  scenario.apply(copy);
  const newInvoices = copy.invoices.slice(before).filter((one) => one.customer === customer);
  if (newInvoices.length !== 1 || (kind === 'start' && newInvoices[0].parts.length > 1)) return undefined;
  const body = { customer: { external_id: externalId }, ...scenario.about };
  return { do: 'POST /invoices/preview', body, shows: figuresOf(newInvoices[0], grace) };
}

function figuresOf(invoice, grace) {
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
