// Invoices of subscriptions: the decisions at their creation, and drafts and their end (subscriptions, section 6;
// invoices, section 9).
import { dayMs, localDay, type Span } from './calendar.ts';
import { boundariesOf, isFirstMonth, splitsCharges, splitsFixed, wholeBoundaries } from './boundaries.ts';
import { renewalFees } from './charge-fees.ts';
import { compute, storeUninvoicedFee } from './invoice.ts';
import type { BillingPart, Invoice, Reason, Subscription, UsageKind, UsageSpan } from './model.ts';
import type { Customer } from './catalog.ts';
import { continueUsage, runningPlanDays } from './moves.ts';
import { hasPlanFee, planFormula } from './plan-fee.ts';
import { newInvoice, newPart } from './records.ts';
import type { State } from './state.ts';
import { checkThresholds } from './thresholds.ts';

type PartOptions = Pick<BillingPart, 'at'> &
  Partial<
    Pick<
      BillingPart,
      'ended' | 'upgraded' | 'downgraded' | 'withUsage' | 'boundaries' | 'only' | 'kind' | 'successor' | 'takesOver'
    >
  >;

/** One subscription's part of an invoice, with all decisions of the billing instant. */
export function partOf(world: State, subscription: Subscription, options: PartOptions): BillingPart {
  const tz = world.tzOf(subscription.customer);
  const boundaries = options.boundaries ?? boundariesOf(subscription, options.at, tz, options);
  const part = newPart({ subscription, tz, unitsUntil: world.unitOrder, ...options, boundaries });
  if (part.withUsage) continueUsage(part);
  part.coming = part.only === 'plan' ? null : comingFixed(subscription, part.at, tz, part.withUsage);
  part.hadPlanFee = world.hadPlanFee(subscription);
  part.planFee = hasPlanFee(part, world);
  part.formula = planFormula(part, world);
  part.settles = settledPeriod(part);
  return part;
}

/**
 * The period of fixed charges in advance: at a start the running one; null within a long period that bills only its
 * usage monthly.
 */
export function comingFixed(subscription: Subscription, at: number, tz: string, withUsage: boolean): UsageSpan | null {
  if (withUsage && boundariesOf(subscription, at, tz).fixed === null) return null;
  return wholeBoundaries(subscription, at, tz, { running: true }).fixed;
}

/** The period whose minimum commitment an invoice settles (charges, section 6.2), or null. */
function settledPeriod(part: BillingPart): Span | null {
  const { subscription, tz } = part;
  const { plan } = subscription;
  if (!plan.commitmentCents || !part.withUsage) return null;
  if (splitsCharges(plan) || splitsFixed(plan)) {
    if (part.ended === null && !isFirstMonth(subscription, localDay(part.at, tz), tz)) return null;
  }
  if (isBetweenPeriods(part)) return null;
  if (!plan.inAdvance) return part.boundaries.plan;
  if (part.ended === null && !part.hadPlanFee) return null;
  const asInArrears = { ...subscription, plan: { ...plan, inAdvance: false } };
  // An ending that takes over the invoice of the previous period settles that period.
  const { takesOver } = part;
  if (!takesOver) return boundariesOf(asInArrears, part.at, tz, part).plan;
  const settled = boundariesOf(asInArrears, takesOver, tz, { ended: takesOver }).plan;
  return { ...settled, to: Math.min(settled.to, takesOver) };
}

/** Whether a move has put an end before the period that runs: the period of its local day is settled already. */
const isBetweenPeriods = ({ subscription, ended, takesOver, tz }: BillingPart) =>
  ended !== null && takesOver === null && localDay(ended, tz) < runningPlanDays(subscription, tz).from;

interface IssueOptions {
  at: number;
  /** The local day that it bills; that of `at` unless a move has put it into the past. */
  day?: number;
  madeAt?: number;
  periodic?: boolean;
  /** One for each part. */
  reasons: Reason[];
}

const usageKinds: UsageKind[] = ['charges', 'fixed'];

/** Issues an invoice of subscriptions: a draft where the customer has a grace period. */
export function issue(
  world: State,
  customer: Customer,
  parts: BillingPart[],
  { at, madeAt = at, periodic = false, reasons, ...options }: IssueOptions,
): void {
  const tz = world.tzOf(customer);
  const { day = localDay(at, tz) } = options;
  const { grace } = customer;
  const [first] = parts;
  if (!first) throw new Error('An invoice has at least one part');
  const invoice = newInvoice(world, {
    customer,
    parts,
    at,
    madeAt,
    periodic,
    reasons,
    currency: first.subscription.plan.currency,
    issuingDay: day + grace,
    ...(grace > 0 ? { status: 'draft', finalizesAt: (day + grace) * dayMs } : {}),
  });
  for (const part of parts) part.invoice = invoice;
  world.invoices.push(invoice);
  for (const fee of parts.flatMap((part) => renewalFees(part, world, false))) storeUninvoicedFee(fee, world);
  compute(invoice, world, grace === 0);
  for (const { withUsage, boundaries, subscription } of parts)
    for (const kind of withUsage ? usageKinds : []) {
      const span = boundaries[kind];
      if (!span) continue;
      subscription.billedTo[kind] = { at: span.to, tz };
      subscription.billedSpans[kind].push(span);
    }
  for (const { subscription } of parts) checkThresholds(world, subscription);
}

export function finalize(world: State, invoice: Invoice, at: number): void {
  invoice.status = 'finalized';
  invoice.finalizedAt = at;
  invoice.issuingDay = localDay(at, world.tzOf(invoice.customer));
  compute(invoice, world, true);
  for (const { subscription } of invoice.parts) checkThresholds(world, subscription);
}
