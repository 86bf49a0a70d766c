// Usage thresholds and their progressive invoices (charges, section 7; invoices, section 8).
import type { ThresholdRequest } from '../requests.ts';
import { wholeBoundaries } from './boundaries.ts';
import { localDay, type Span } from './calendar.ts';
import { usageFees } from './charge-fees.ts';
import { compute } from './invoice.ts';
import type { ChargeFee, Invoice, Subscription } from './model.ts';
import { isOfPeriod, usagePeriodAt } from './moves.ts';
import { progressiveInvoices } from './progressive-credit.ts';
import { newInvoice, newPart } from './records.ts';
import type { State } from './state.ts';

const total = (fees: ChargeFee[]) => fees.reduce((sum, fee) => sum + fee.amountCents, 0n);

/**
 * Invoiced usage of all subscriptions that follow each other. Charges in advance of the running period are excluded:
 * its usage includes them (charges, section 7.2).
 */
function invoicedUsage(world: State, subscription: Subscription, running: Span): bigint {
  const chain = world.subscriptions.filter(
    (one) => one.externalId === subscription.externalId && one.subscriptionAt === subscription.subscriptionAt,
  );
  const runs = (fee: ChargeFee) =>
    fee.charge.inAdvance && fee.subscription === subscription && (fee.from > running.to || isOfPeriod(fee, running));
  const fees = world.invoices
    .filter(({ progressive, status }) => !progressive && ['draft', 'finalized'].includes(status))
    .flatMap((invoice) => invoice.fees)
    .filter((fee) => fee.type === 'charge');
  return total(fees.filter((fee) => chain.includes(fee.subscription) && !runs(fee)));
}

const cents = (threshold: ThresholdRequest) => BigInt(threshold.amount_cents);

/**
 * The thresholds that uninvoiced usage has passed (charges, section 7.3).
 * @param invoiced cents of the usage on invoices
 * @param current cents of the other usage
 */
export function passedThresholds(
  thresholds: ThresholdRequest[],
  invoiced: bigint,
  current: bigint,
): ThresholdRequest[] {
  const steps = thresholds.filter(({ recurring }) => !recurring).sort((a, b) => a.amount_cents - b.amount_cents);
  const recurring = thresholds.find((threshold) => threshold.recurring);
  const largest = steps.map(cents).reduce((most, one) => (one > most ? one : most), 0n);
  const lifetime = invoiced + current;
  const passed = steps.filter((step) => invoiced < cents(step) && cents(step) <= lifetime);
  if (!recurring) return passed;
  const recursAgain =
    invoiced < largest
      ? lifetime - largest >= cents(recurring)
      : current + (invoiced % cents(recurring)) >= cents(recurring);
  return recursAgain ? [...passed, recurring] : passed;
}

/**
 * Whether the same threshold is billed already. A recurring one may repeat after an earlier invoice (charges, section
 * 7.4). After an end, the same external id begins a new count.
 */
const isBilled = (
  world: State,
  { externalId, subscriptionAt }: Subscription,
  invoiced: bigint,
  threshold: ThresholdRequest,
  before: Invoice | undefined,
) =>
  world.invoices.some(
    ({ progressive, reached }) =>
      reached?.invoiced === invoiced &&
      reached.threshold === threshold &&
      progressive?.subscription.externalId === externalId &&
      progressive.subscription.subscriptionAt === subscriptionAt &&
      (!threshold.recurring || reached.before === before),
  );

/** Bills the usage of the running period if it has passed a threshold. */
export function checkThresholds(world: State, subscription: Subscription): void {
  const { plan, status, customer, ownThresholds } = subscription;
  const thresholds = ownThresholds.length > 0 ? ownThresholds : plan.thresholds;
  if (status !== 'active' || thresholds.length === 0) return;
  const tz = world.tzOf(customer);
  const charges = usagePeriodAt(subscription, 'charges', world.now, tz);
  const boundaries = { ...wholeBoundaries(subscription, world.now, tz, { running: true }), charges };
  const part = newPart({ subscription, tz, at: world.now, soFar: true, boundaries });
  const fees = usageFees(part, world);
  const before = progressiveInvoices(world, subscription, charges).at(-1);
  const billed = before?.feesCents ?? 0n;
  const current = total(fees) - billed;
  if (current <= 0n) return;
  const invoiced = invoicedUsage(world, subscription, charges);
  const inAdvance = total(usageFees(part, world, true));
  const threshold = passedThresholds(thresholds, invoiced + inAdvance + billed, current).at(-1);
  if (!threshold || isBilled(world, subscription, invoiced, threshold, before)) return;
  const invoice = newInvoice(world, {
    reached: { invoiced, threshold, before },
    customer,
    parts: [part],
    progressive: { subscription, charges: boundaries.charges },
    readyFees: fees,
    at: world.now,
    reasons: ['progressive_billing'],
    currency: plan.currency,
    issuingDay: localDay(world.now, tz),
  });
  compute(invoice, world, true);
  world.invoices.push(invoice);
}
