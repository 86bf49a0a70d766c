import { Injectable } from '@nestjs/common';
import type { ChargeView } from '@tollgate/catalog/reader';
import type { SubscriptionView } from '@tollgate/subscription/reader';
import { CommandBus, flushUsage, Semaphore, type Instant, type TenantTransaction } from '@tollgate/platform';
import { aggregationOf, isEmptySpan, noBills, subscriptionFee, subunit } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { Renewals, type UninvoicedRenewal, type RenewedSubscription } from '../in-advance/renewals.service.js';
import { closedChargeLines } from '../../model/line-items/charge-lines.js';
import { commitmentLine } from '../../model/line-items/commitment-fee.js';
import { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { ratedSubscription } from '../../model/rated-charges/rated-charge.js';
import { fixedChargeFees } from '../fixed-charges/fixed-charge-fees.js';
import type { InvoiceGroup, ToBill } from '../../issuing/invoice-writing/billing-preparation.js';
import { subscriptionFeeLine, type NewFee } from '../../model/line-items/new-invoice.js';

/** The context in which an invoice is computed. */
interface InvoiceContext {
  /** Uninvoiced fees of the same run. */
  uninvoiced: NewFee[];
  /** The draft that is computed again. */
  replaced: string | null;
}

/** The maximum number of subscriptions that read fixed charges and commitments in parallel; each holds a connection. */
const committedAtOnce = 8;

/** Builds the lines of a subscription invoice, for new invoices and for drafts that are computed again. */
@Injectable()
export class InvoiceLines {
  private readonly semaphore = new Semaphore(committedAtOnce);

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly renewals: Renewals,
    private readonly commands: CommandBus,
  ) {}

  /** Writes accepted usage to the store before a run rates it. */
  async flushUsage(organizationId: string): Promise<void> {
    await flushUsage(this.commands, organizationId);
  }

  /** Builds the fees of an invoice. Compares each subscription's commitment with its other fees. */
  async buildFor(
    organizationId: string,
    group: InvoiceGroup,
    at: Instant,
    { uninvoiced, replaced }: InvoiceContext,
  ): Promise<NewFee[]> {
    const lines: NewFee[] = [];
    for (const billed of group.subscriptions) {
      const subscriptionLines = planFee(billed, group, at);
      subscriptionLines.push(...(await this.usageFees(organizationId, billed, group)));
      subscriptionLines.push(...(await this.renewals.invoiced({ organizationId, ...billed, ...group, at })));
      lines.push(...subscriptionLines);
      const { fixedCharges, minimumCommitment } = billed.subscription.plan;
      if (fixedCharges.length === 0 && minimumCommitment === null) continue;
      const commitments = await this.serially(organizationId, async (transaction) => {
        const fixed = await fixedChargeFees(transaction, {
          ...group,
          organizationId,
          subscription: billed.subscription,
          billed,
          at,
          periods: noBills,
          draftId: replaced,
        });
        const commitment = await commitmentLine(transaction, {
          ...billed,
          ...group,
          at,
          lines: [...subscriptionLines, ...fixed, ...uninvoiced],
          replaced,
        });
        return [...fixed, ...(commitment ? [commitment] : [])];
      });
      lines.push(...commitments);
    }
    return lines;
  }

  private async serially<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return this.semaphore.run(() => this.database.tenant(organizationId, work));
  }

  /** Builds the renewals of uninvoiced charges that belong to a group's invoice. */
  async uninvoicedRenewals(
    organizationId: string,
    group: InvoiceGroup,
    at: Instant,
  ): Promise<{ renewed: RenewedSubscription; renewals: UninvoicedRenewal[] }[]> {
    return Promise.all(
      group.subscriptions.map(async (billed) => {
        const renewed = { organizationId, ...billed, ...group, at };
        return { renewed, renewals: await this.renewals.uninvoiced(renewed) };
      }),
    );
  }

  /**
   * Builds usage fees in arrears, only of used buckets, and none on the invoice of a start (charges, sections 1.5 and
   * 2.1).
   */
  private async usageFees(
    organizationId: string,
    { subscription, reason, boundaries }: ToBill,
    group: InvoiceGroup,
  ): Promise<NewFee[]> {
    const { chargesFrom: from, chargesTo: to, fullCharges: full } = boundaries;
    if (reason === 'subscription_starting' || from === null || to === null || full === null) return [];
    if (isEmptySpan(from, to, group.customer.timezone)) return [];
    const charges = subscription.plan.charges.filter(
      (charge) => charge.invoiceable && !charge.payInAdvance && !goesOn(charge, subscription),
    );
    if (charges.length === 0) return [];
    const period = {
      from,
      to: lastOwnInstant(subscription, to),
      ...full,
      timezone: group.customer.timezone,
      endedByUpgrade: subscription.agreement.successor === 'upgrade',
    };
    const rated = await this.rating.rate(ratedSubscription(organizationId, subscription), charges, period, {
      presentation: true,
    });
    const usage = {
      subscription,
      customer: group.customer,
      entityTaxes: group.entityTaxes,
      shown: { from, to },
      rated: period,
    };
    return rated.flatMap((charge) => closedChargeLines(usage, charge));
  }
}

/** The currency of a group's invoice, which all its plans share. */
export const currencyOf = (group: InvoiceGroup): string => group.subscriptions[0]?.subscription.plan.currency as string;

/**
 * The last instant of the subscription's own usage. A successor, by a plan change or a new start, takes the usage at
 * the instant of the handover (metering, section 2.3).
 */
const lastOwnInstant = ({ agreement, handsOver }: SubscriptionView, to: number): number =>
  (agreement.successor !== null || handsOver) && to === agreement.terminatedAt ? to - 1 : to;

/**
 * Whether an upgrade leaves a recurring quantity to the new plan as a whole. The new plan must bill it in arrears;
 * prorated quantities and shares of time stay (charges, section 2.1).
 */
const goesOn = (charge: ChargeView, { agreement, nextPlan }: SubscriptionView): boolean =>
  agreement.successor === 'upgrade' &&
  charge.metric.recurring &&
  !aggregationOf(charge.metric.aggregationType).isOverTime &&
  !charge.prorated &&
  (nextPlan?.charges.some(({ metric, payInAdvance }) => metric.id === charge.metric.id && !payInAdvance) ?? false);

function planFee(billed: ToBill, { customer, entityTaxes }: InvoiceGroup, at: Instant): NewFee[] {
  const { subscription, boundaries, history } = billed;
  const payer = { subscription, customer, entityTaxes };
  const amount = subscriptionFee({
    agreement: subscription.agreement,
    planAmountCents: subscription.plan.amountCents,
    hasFixedChargesInAdvance: subscription.plan.fixedCharges.some(({ payInAdvance }) => payInAdvance),
    trial: subscription.trial,
    at,
    timezone: customer.timezone,
    subscriptionFrom: boundaries.subscriptionFrom,
    subscriptionTo: boundaries.subscriptionTo,
    history: { ...history, startingInvoice: billed.reason === 'subscription_starting' },
  });
  return amount ? [subscriptionFeeLine(payer, boundaries, amount, subunit(subscription.plan.currency))] : [];
}
