import {
  commitmentPeriod,
  commitmentTrueUpCents,
  Decimal,
  endedPeriodBoundaries,
  floorToSecond,
  isCommitmentDue,
  subunit,
  type BillingHistory,
  type CommitmentPeriod,
} from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { commitmentInputs } from '../fee-inputs/plan-inputs.js';
import type { BilledSubscription, FeeLine, NewFee } from './new-invoice.js';
import { taxesOfLine, type Payer } from './payer.js';
import { tables } from '../tables/invoicing.tables.js';

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
  const fees = {
    billedCents: await storedCents(transaction, committed, period),
    newCents: newCents(committed, period),
  };
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

/** Sums the period's fees on earlier invoices, and its uninvoiced ones. */
async function storedCents(
  transaction: TenantTransaction,
  { subscription, replaced }: CommittedSubscription,
  period: CommitmentPeriod,
): Promise<bigint> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.fees as fee')
    .leftJoin('invoicing.invoices as invoice', 'invoice.id', 'fee.invoice_id')
    .select(['fee.amount_cents', 'fee.invoice_id'])
    .where('fee.subscription_id', '=', subscription.id)
    .where('fee.fee_type', '<>', 'commitment')
    .where('fee.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('invoice.id', 'is', null), where('invoice.status', 'not in', ['voided', 'deleted'])]),
    )
    .where((where) =>
      where.or([where('invoice.id', 'is', null), where('invoice.invoice_type', '<>', 'progressive_billing')]),
    )
    .where((where) => where.fn.coalesce('fee.charges_from', 'fee.from_datetime'), '>=', new Date(period.from))
    .where((where) => where.fn.coalesce('fee.charges_from', 'fee.from_datetime'), '<=', new Date(period.to))
    .execute();
  return rows
    .filter((fee) => replaced === null || fee.invoice_id !== replaced)
    .reduce((total, fee) => total + fee.amount_cents, 0n);
}

function newCents({ subscription, lines }: CommittedSubscription, { from, to }: CommitmentPeriod): bigint {
  const within = lines.filter((line) => {
    const start = line.chargesPeriod?.from ?? line.from;
    return line.subscription?.id === subscription.id && start >= from && start <= to;
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
