import { Injectable } from '@nestjs/common';
import type { ChargeView } from '@tollgate/catalog/reader';
import type { SubscriptionView } from '@tollgate/subscription/reader';
import { CommandBus, flushUsage, Semaphore, type Instant, type TenantTransaction } from '@tollgate/platform';
import { isEmptySpan, subscriptionFee, subunit } from '@tollgate/rating';
import { InvoicingDatabase } from '../invoicing.database.js';
import { Renewals, type UninvoicedRenewal, type RenewedSubscription } from '../in-advance/renewals.service.js';
import { closedChargeLines } from '../line-items/charge-lines.js';
import { commitmentLine } from '../line-items/commitment-fee.js';
import { ChargeRating } from '../rating/charge-rating.service.js';
import { ratedSubscription } from '../line-items/rated-charge.js';
import { fixedChargeFees } from '../fixed-charges/fixed-charge-fees.js';
import type { InvoiceGroup, ToBill } from '../issuing/billing-preparation.js';
import { subscriptionFeeLine, type NewFee } from '../line-items/new-invoice.js';

/** How an invoice comes to be computed. */
interface InvoiceMaking {
  /** Fees on no invoice that the same run makes. */
  uninvoiced: NewFee[];
  /** The draft that is computed anew. */
  replaced: string | null;
}

/** Subscriptions whose fixed charges and commitments are read at a time; each holds a connection. */
const committedAtOnce = 8;

/** What stands on the invoice of subscriptions, whenever it is made or computed anew. */
@Injectable()
export class InvoiceLines {
  private readonly semaphore = new Semaphore(committedAtOnce);

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly renewals: Renewals,
    private readonly commands: CommandBus,
  ) {}

  /** Usage that was accepted before the run has to be in the store when it is rated. */
  async flushUsage(organizationId: string): Promise<void> {
    await flushUsage(this.commands, organizationId);
  }

  /** The fees of an invoice; what a subscription has committed itself to is compared with its others. */
  async buildFor(
    organizationId: string,
    group: InvoiceGroup,
    at: Instant,
    { uninvoiced, replaced }: InvoiceMaking,
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

  /** Renewals of charges on no invoice that go with the invoice of a group. */
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

  /** Usage fees in arrears; none on the invoice of a start, and only of buckets that were used (charges, sections 1.5 and 2.1). */
  private async usageFees(
    organizationId: string,
    { subscription, reason, boundaries }: ToBill,
    group: InvoiceGroup,
  ): Promise<NewFee[]> {
    const { chargesFrom: from, chargesTo: to, chargesDurationDays: durationDays } = boundaries;
    if (reason === 'subscription_starting' || from === null || to === null || durationDays === null) return [];
    if (isEmptySpan(from, to, group.customer.timezone)) return [];
    const charges = subscription.plan.charges.filter(
      (charge) => charge.invoiceable && !charge.payInAdvance && !goesOn(charge, subscription),
    );
    if (charges.length === 0) return [];
    const period = {
      from,
      to: lastOwnInstant(subscription, to),
      durationDays,
      timezone: group.customer.timezone,
      endedByUpgrade: subscription.terms.successor === 'upgrade',
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

/** The currency of the invoice of a group: all its plans have it. */
export const currencyOf = (group: InvoiceGroup): string => group.subscriptions[0]?.subscription.plan.currency as string;

/** Usage at the very instant at which another subscription takes over, by a plan change or anew, belongs to that (metering, section 2.3). */
const lastOwnInstant = ({ terms, handsOver }: SubscriptionView, to: number): number =>
  (terms.successor !== null || handsOver) && to === terms.terminatedAt ? to - 1 : to;

/**
 * A recurring quantity that the new plan of an upgrade bills in arrears too is left to it whole: not one that is prorated, or
 * a share of time, nor one that the new plan bills in advance (charges, section 2.1).
 */
const goesOn = (charge: ChargeView, { terms, nextPlan }: SubscriptionView): boolean =>
  terms.successor === 'upgrade' &&
  charge.metric.recurring &&
  charge.metric.aggregationType !== 'weighted_sum_agg' &&
  !charge.prorated &&
  (nextPlan?.charges.some(({ metric, payInAdvance }) => metric.id === charge.metric.id && !payInAdvance) ?? false);

function planFee(billed: ToBill, { customer, entityTaxes }: InvoiceGroup, at: Instant): NewFee[] {
  const { subscription, boundaries, history } = billed;
  const payer = { subscription, customer, entityTaxes };
  const amount = subscriptionFee({
    terms: subscription.terms,
    planAmountCents: subscription.plan.amountCents,
    hasFixedChargesInAdvance: subscription.plan.fixedCharges.some(({ payInAdvance }) => payInAdvance),
    trial: subscription.trial,
    at,
    timezone: customer.timezone,
    subscriptionFrom: boundaries.subscriptionFrom,
    subscriptionTo: boundaries.subscriptionTo,
    history: { ...history, onlyStartingInvoice: history.firstInvoice && billed.reason === 'subscription_starting' },
  });
  return amount ? [subscriptionFeeLine(payer, boundaries, amount, subunit(subscription.plan.currency))] : [];
}
