// Previews: what invoice would come if something happened now or the next thing did (invoices, section 11). It is made
// to happen in a copy of the world, so a preview is right when it is the invoice that then comes.
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

/** When the running period of a subscription is billed, or its end. */
function nextOf(world, one) {
  const tz = world.tzOf(one.customer);
  const billed = nextBillingDay(one, tz);
  const ends = one.endingAt === null ? Infinity : localDay(one.endingAt, tz);
  return Math.min(billed, ends);
}

/** Subscriptions of one customer that come onto the same invoice next. */
function dueTogether(world, chosen) {
  const due = nextOf(world, chosen);
  return world.subscriptions.filter(
    (one) => one.customer === chosen.customer && one.status === 'active' && nextOf(world, one) === due,
  );
}

const isAlike = (one, other) =>
  one.billingTime === other.billingTime &&
  ['interval', 'billChargesMonthly', 'billFixedMonthly'].every((name) => one.plan[name] === other.plan[name]);

const idsOf = (all) => all.map(({ externalId }) => externalId);

/** What is asked, and what then happens. */
const kinds = {
  next(world, chosen) {
    const all = dueTogether(world, chosen);
    if (all.some((one) => !isAlike(one, chosen))) return undefined;
    const at = beginningOf(nextOf(world, chosen), world.tzOf(chosen.customer));
    return { about: { subscriptions: { external_ids: idsOf(all) } }, happens: (copy) => copy.advance(at) };
  },

  termination(world, chosen, { days }) {
    const at = Math.floor(world.now / 1000) * 1000 + Math.floor(days * day);
    const about = { subscriptions: { external_ids: idsOf([chosen]), terminated_at: iso(at) } };
    return {
      about,
      happens(copy) {
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
      happens(copy) {
        copy.call({ do: 'POST /subscriptions', body: { subscription: { ...subscription, plan_code: plan.code } } });
        if (yearlyAmount(plan) < yearlyAmount(chosen.plan)) copy.advance(beginningOf(next, tz));
      },
    };
  },

  start(world, { customer }, { other, calendar }) {
    const plan = pick([...world.plans.values()], other);
    if (plan.trialDays || plan.charges.some(({ minAmountCents }) => minAmountCents > 0)) return undefined;
    // What a proposal shows is the end of the first period of the plan, not that of its first month.
    if (!plan.inAdvance && (splitsCharges(plan) || splitsFixed(plan))) return undefined;
    const terms = { plan_code: plan.code, billing_time: calendar ? 'calendar' : 'anniversary' };
    return {
      about: { ...terms, subscription_at: iso(world.now) },
      happens(copy) {
        const subscription = { ...terms, external_customer_id: customer.externalId, external_id: 'previewed' };
        copy.call({ do: 'POST /subscriptions', body: { subscription } });
        const made = copyOf(copy, { customer, externalId: 'previewed' });
        if (!plan.inAdvance)
          copy.advance(beginningOf(nextBillingDay(made, copy.tzOf(made.customer)), copy.tzOf(customer)));
      },
    };
  },
};

/** Whether something else may come in between, or is known already that a preview does not know. */
function isUnsure(world, { customer, externalId }, kind) {
  const drafts = world.invoices.some((one) => one.customer === customer && one.status === 'draft');
  const wallets = world.wallets.some(
    (one) => one.customer === customer && one.status === 'active' && (one.rules.length > 0 || one.endsAt < Infinity),
  );
  const later = world.events.some((event) => event.subscription === externalId && event.at > world.now);
  return drafts || wallets || (later && kind !== 'start');
}

/** @returns the call with the figures that it must show, or undefined where they are not sure */
export function previewCall(world, { kind, nth, ...choice }) {
  const active = world.subscriptions.filter(
    (one) => one.status === 'active' && world.customers.get(one.customer.externalId) === one.customer,
  );
  const chosen = pick(active, nth);
  if (!chosen || isUnsure(world, chosen, kind)) return undefined;
  const asked = kinds[kind](world, chosen, choice);
  if (!asked) return undefined;
  const { externalId, grace } = chosen.customer;
  const copy = copied(world);
  const customer = copy.customers.get(externalId);
  customer.grace = 0;
  const before = copy.invoices.length;
  asked.happens(copy);
  const made = copy.invoices.slice(before).filter((one) => one.customer === customer);
  if (made.length !== 1 || (kind === 'start' && made[0].parts.length > 1)) return undefined;
  const body = { customer: { external_id: externalId }, ...asked.about };
  return { do: 'POST /invoices/preview', body, shows: shownOf(made[0], grace) };
}

function shownOf(invoice, grace) {
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
