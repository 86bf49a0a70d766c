// Invoices of subscriptions: the decisions at their creation, and drafts and their end (subscriptions, section 6;
// invoices, section 9).
import { dayMs, localDay } from './calendar.mjs';
import { boundariesOf, isFirstMonth, splitsCharges, splitsFixed } from './boundaries.mjs';
import { renewalFees } from './charge-fees.mjs';
import { compute, storeUninvoicedFee } from './invoice.mjs';
import { continueUsage } from './moves.mjs';
import { hasPlanFee, planFormula } from './plan-fee.mjs';
import { checkThresholds } from './thresholds.mjs';

/** One subscription's part of an invoice, with all decisions of the billing instant. */
export function partOf(world, subscription, fields) {
  const tz = world.tzOf(subscription.customer);
  const part = {
    subscription,
    tz,
    ended: null,
    upgraded: false,
    downgraded: false,
    withUsage: true,
    unitsUntil: world.unitOrder,
    ...fields,
  };
  part.boundaries ??= boundariesOf(subscription, part.at, tz, part);
  if (part.withUsage) continueUsage(part);
  part.coming ??= part.only === 'plan' ? null : comingFixed(subscription, part.at, tz, part.withUsage);
  part.hadPlanFee = world.hadPlanFee(subscription);
  part.planFee = hasPlanFee(part, world);
  part.formula = planFormula(part, world);
  part.settles = settledPeriod(world, part);
  return part;
}

/**
 * The period of fixed charges in advance: at a start the running one; null within a long period that bills only its
 * usage monthly.
 */
export function comingFixed(subscription, at, tz, withUsage) {
  if (withUsage && boundariesOf(subscription, at, tz).fixed === null) return null;
  return boundariesOf(subscription, at, tz, { running: true, whole: true }).fixed;
}

/** The period whose minimum commitment an invoice settles (charges, section 6.2), or null. */
function settledPeriod(world, part) {
  const { subscription, tz } = part;
  const { plan } = subscription;
  if (!plan.commitmentCents || !part.withUsage) return null;
  if (splitsCharges(plan) || splitsFixed(plan)) {
    if (part.ended === null && !isFirstMonth(subscription, localDay(part.at, tz), tz)) return null;
  }
  if (!plan.inAdvance) return part.boundaries.plan;
  if (part.ended === null && !part.hadPlanFee) return null;
  const asInArrears = { ...subscription, plan: { ...plan, inAdvance: false } };
  // An ending that takes over the invoice of the previous period settles that period.
  const { takesOver } = part;
  if (!takesOver) return boundariesOf(asInArrears, part.at, tz, part).plan;
  const settled = boundariesOf(asInArrears, takesOver, tz, { ended: takesOver }).plan;
  return { ...settled, to: Math.min(settled.to, takesOver) };
}

export function issue(world, customer, parts, { at, madeAt = at, periodic = false, reasons }) {
  const tz = world.tzOf(customer);
  const invoice = {
    customer,
    parts,
    at,
    madeAt,
    periodic,
    reasons,
    currency: parts[0].subscription.plan.currency,
    pendingNotes: [],
    fees: [],
    status: 'finalized',
    timezone: tz,
  };
  for (const part of parts) part.invoice = invoice;
  const day = localDay(at, tz);
  const grace = customer.grace;
  invoice.issuingDay = day + grace;
  world.invoices.push(invoice);
  if (grace > 0) {
    invoice.status = 'draft';
    invoice.finalizesAt = (day + grace) * dayMs;
  }
  for (const fee of parts.flatMap((part) => renewalFees(part, world, false))) storeUninvoicedFee(fee, world);
  compute(invoice, world, grace === 0);
  for (const part of parts)
    for (const kind of part.withUsage ? ['charges', 'fixed'] : [])
      if (part.boundaries[kind]) part.subscription.billedTo[kind] = { at: part.boundaries[kind].to, tz };
  for (const { subscription } of parts) checkThresholds(world, subscription);
  return invoice;
}

export function finalize(world, invoice, at) {
  invoice.status = 'finalized';
  invoice.finalizedAt = at;
  invoice.issuingDay = localDay(at, world.tzOf(invoice.customer));
  compute(invoice, world, true);
  for (const { subscription } of invoice.parts) checkThresholds(world, subscription);
}
