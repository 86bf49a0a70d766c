import { sql } from 'kysely';
import {
  commitmentPeriod,
  commitmentTrueUpCents,
  Decimal,
  endedPeriodBoundaries,
  floorToSecond,
  isCommitmentDue,
  LARGEST_MOVE,
  subunit,
  type BillingHistory,
  type CommitmentPeriod,
} from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { billsUsage } from '../billed-usage/spans-of-usage.js';
import { commitmentInputs } from '../fee-inputs/plan-inputs.js';
import type { BilledSubscription, FeeLine, NewFee } from './new-invoice.js';
import { taxesOfLine, type Payer } from './payer.js';

/** A subscription on an invoice, with all other lines of its run. */
export interface CommittedSubscription extends BilledSubscription, Payer {
  history: Pick<BillingHistory, 'subscriptionFeeBilled'>;
  /** Billing instant, Unix milliseconds. */
  at: Instant;
  /** The lines of the invoice and the uninvoiced fees of the same run. */
  lines: NewFee[];
  /** The draft that is computed again, whose stored fees do not count. */
  replaced: string | null;
}

/**
 * Builds the fee that fills up a minimum commitment. Null if nothing is missing, or if this invoice does not charge it
 * (charges, section 6).
 */
export async function commitmentLine(
  transaction: TenantTransaction,
  committed: CommittedSubscription,
): Promise<NewFee | null> {
  const period = chargedPeriod(committed);
  const commitment = committed.subscription.plan.minimumCommitment;
  if (!period || !commitment) return null;
  const { since, cents: billedCents } = await storedFees(transaction, committed, period);
  const fees = { billedCents, newCents: newCents(committed, period, since) };
  const missing = commitmentTrueUpCents(commitment.amountCents, period, fees.billedCents + fees.newCents);
  if (missing <= 0n) return null;
  const { code } = committed.subscription.plan;
  return {
    ...feeOf(committed, missing, period),
    inputs: commitmentInputs(code, commitment.amountCents, period, fees),
  };
}

function chargedPeriod({
  subscription,
  reason,
  customer,
  history,
  at,
  boundaries,
}: CommittedSubscription): CommitmentPeriod | null {
  const { plan, agreement } = subscription;
  const endsPeriod = reason === 'subscription_periodic' || reason === 'subscription_terminating';
  if (
    !plan.minimumCommitment ||
    !endsPeriod ||
    !isCommitmentDue(agreement, at, customer.timezone, history.subscriptionFeeBilled)
  )
    return null;
  // A subscription that ends on the first day of a period may be billed to the end of the day before.
  const before = reason === 'subscription_terminating' ? endedPeriodBoundaries(agreement, customer.timezone) : null;
  if (!before?.chargesTo || before.chargesTo !== boundaries.chargesTo)
    return commitmentPeriod(agreement, at, customer.timezone);
  const terminatedAt = floorToSecond(before.chargesTo);
  return commitmentPeriod({ ...agreement, terminatedAt }, terminatedAt, customer.timezone);
}

/** The stored fees of a commitment's period, and the instant (Unix ms) after which its fees begin. */
interface StoredFees {
  since: Instant;
  cents: bigint;
}

/**
 * Sums the period's fees on earlier invoices, and its uninvoiced ones. The period carries on from the usage that was
 * billed before it, or from the start of the subscription (subscriptions, section 2.6). A fee belongs to the period in
 * which its own begins. A plan fee begins with the days of its time zone, so that of a start begins before the start.
 * Usage that a plan bills every month within the period does not end it, so it is the full period that limits the search.
 */
async function storedFees(
  transaction: TenantTransaction,
  { subscription, replaced }: CommittedSubscription,
  period: CommitmentPeriod,
): Promise<StoredFees> {
  const [from, to] = [new Date(period.from), new Date(period.to)];
  const { rows } = await sql<{ since: Date; cents: string }>`
    with billed as (
      select max(charges_to) as until from invoicing.billing_periods period
      where subscription_id = ${subscription.id} and charges_to < ${to}
        and ${billsUsage('period')}
        and charges_to <= ${new Date(period.fullFrom + LARGEST_MOVE)}
        and invoicing_reason = 'subscription_periodic'
    ), boundary as (
      select case when until is null then ${new Date(Math.min(period.from, subscription.agreement.startedAt - LARGEST_MOVE))}::timestamptz
                  when until < ${new Date(period.from - LARGEST_MOVE)} then ${from}::timestamptz
                  else until + interval '1 millisecond' end as since
      from billed
    )
    select boundary.since, coalesce(sum(fee.amount_cents), 0)::text as cents
    from boundary left join (
      select fee.amount_cents, coalesce(fee.charges_from, fee.from_datetime) as begins
      from invoicing.fees fee left join invoicing.invoices invoice on invoice.id = fee.invoice_id
      where fee.subscription_id = ${subscription.id} and fee.fee_type <> 'commitment' and fee.deleted_at is null
        and (invoice.id is null or invoice.status not in ('voided', 'deleted') and invoice.invoice_type <> 'progressive_billing')
        and (${replaced}::uuid is null or fee.invoice_id is distinct from ${replaced}::uuid)
    ) fee on fee.begins = ${from} or fee.begins between boundary.since and ${to}
    group by boundary.since
  `.execute(transaction);
  const [row] = rows;
  return { since: row?.since.getTime() ?? period.from, cents: BigInt(row?.cents ?? 0) };
}

function newCents(
  { subscription, lines }: CommittedSubscription,
  { from, to }: CommitmentPeriod,
  since: Instant,
): bigint {
  const within = lines.filter((line) => {
    const start = line.chargesPeriod?.from ?? line.from;
    return line.subscription?.id === subscription.id && (start === from || (start >= since && start <= to));
  });
  return within.reduce((total, line) => total + line.amountCents, 0n);
}

function feeOf(payer: Payer, amountCents: bigint, { from, to }: CommitmentPeriod): FeeLine {
  const { subscription } = payer;
  const { plan } = subscription;
  const preciseAmountCents = new Decimal(amountCents.toString());
  return {
    type: 'commitment',
    subscription,
    charge: null,
    bucket: null,
    itemId: subscription.id,
    itemCode: plan.code,
    itemName: plan.name,
    itemDescription: plan.description,
    invoiceDisplayName: plan.minimumCommitment?.invoiceDisplayName || 'Minimum commitment',
    amountCents,
    preciseAmountCents,
    preciseCouponsAmountCents: new Decimal(0),
    units: new Decimal(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: preciseAmountCents.div(subunit(plan.currency)),
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    from,
    to,
    ...taxesOfLine(payer, plan.minimumCommitment?.taxes),
  };
}
