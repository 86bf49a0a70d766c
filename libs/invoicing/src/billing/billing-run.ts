import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { InvoicingReason, JobPayload } from '@tollgate/contracts';
import { readBillingEntity, readTaxesOfBillingEntity, type TaxView } from '@tollgate/catalog/reader';
import { readCustomerView, readSubscriptions, type CustomerView, type SubscriptionView } from '@tollgate/subscription/reader';
import { brokenUniqueIndex, Clock, CommandBus, Jobs, Logger, Metrics, type Transaction } from '@tollgate/platform';
import { invoiceBoundaries, makesFee, subscriptionFee, subunit, terminationBoundaries, type BillingHistory, type InvoiceBoundaries } from '@tollgate/rating';
import { InvoicingDatabase } from '../invoicing.database.js';
import { ChargeRating } from '../usage/charge-rating.js';
import { ratedSubscription } from '../usage/rated-charge.js';
import { alreadyBilled, billingHistory, lastBilled, periodStarts } from './billing-history.js';
import { writeInvoice } from './invoice-writer.js';
import { chargeFeeLine, priceInvoice, subscriptionFeeLine, type BilledSubscription, type NewFee } from './new-invoice.js';

interface ToBill extends BilledSubscription {
  history: BillingHistory;
}

interface InvoiceGroup {
  customer: CustomerView;
  billingEntityId: string;
  entityTaxes: TaxView[];
  subscriptions: ToBill[];
}

const parallelRuns = 8;

/** Makes the invoices of one customer's subscriptions that fall due together. Run twice, it makes them once. */
@Injectable()
export class BillingRun implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly commands: CommandBus,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('billing-run', (payload) => this.run(payload), parallelRuns);
  }

  async run({ organization_id: organizationId, customer_id: customerId, billing_at, subscriptions }: JobPayload<'billing-run'>): Promise<void> {
    const at = Date.parse(billing_at);
    const reasons = new Map(subscriptions.map((due) => [due.subscription_id, due.invoicing_reason as InvoicingReason]));
    await this.settleUsage(organizationId);
    const groups = await this.database.tenant(organizationId, (transaction) => this.prepare(transaction, organizationId, customerId, reasons, at));
    for (const group of groups) await this.bill(organizationId, group, at);
  }

  /** Usage that was accepted before the run has to be in the store when it is rated. */
  private async settleUsage(organizationId: string): Promise<void> {
    for (;;) {
      const { settled } = await this.commands.send('ingestion', 'usage_events.settle', { organization_id: organizationId });
      if (settled) return;
    }
  }

  /** What is left to bill, put together by invoice. */
  private async prepare(
    transaction: Transaction,
    organizationId: string,
    customerId: string,
    reasons: Map<string, InvoicingReason>,
    at: number,
  ): Promise<InvoiceGroup[]> {
    const customer = await readCustomerView(transaction, organizationId, customerId);
    const ids = [...reasons.keys()];
    const done = await alreadyBilled(transaction, ids, at, customer.timezone);
    const groups = new Map<string, InvoiceGroup>();
    for (const subscription of byDisplayName(await readSubscriptions(transaction, organizationId, ids))) {
      const reason = reasons.get(subscription.id) as InvoicingReason;
      if (done.has(`${subscription.id} ${reason}`)) continue;
      if (reason === 'subscription_periodic' && subscription.status !== 'active') continue;
      const billingEntityId = subscription.billingEntityId ?? customer.billingEntity.id;
      const key = groupKey(subscription, billingEntityId);
      const group = groups.get(key) ?? {
        customer,
        billingEntityId,
        // Taxes are those of the customer's issuer, whoever issues the invoice (invoices, section 4.2).
        entityTaxes: await readTaxesOfBillingEntity(transaction, organizationId, customer.billingEntity.id),
        subscriptions: [],
      };
      group.subscriptions.push({
        subscription,
        reason,
        boundaries: await this.boundaries(transaction, subscription, reason, at, customer.timezone),
        history: await billingHistory(transaction, subscription.id, at, customer.timezone),
      });
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  private async boundaries(
    transaction: Transaction,
    subscription: SubscriptionView,
    reason: InvoicingReason,
    at: number,
    timezone: string,
  ): Promise<InvoiceBoundaries> {
    if (reason === 'subscription_terminating') {
      const billed = await periodStarts(transaction, subscription.id);
      return terminationBoundaries(subscription.terms, at, timezone, ({ chargesFrom }) => chargesFrom !== null && billed.has(chargesFrom));
    }
    const last = await lastBilled(transaction, subscription.id);
    if (!last || last.timezone === timezone) return invoiceBoundaries(subscription.terms, at, timezone);
    return invoiceBoundaries(subscription.terms, at, timezone, {
      billedUnderOtherTimezone: { ...(last.charges ? { charges: last.charges } : {}), ...(last.fixedCharges ? { fixedCharges: last.fixedCharges } : {}) },
    });
  }

  private async bill(organizationId: string, group: InvoiceGroup, at: number): Promise<void> {
    const lines: NewFee[] = [];
    for (const billed of group.subscriptions) {
      lines.push(...planFee(billed, group, at));
      lines.push(...(await this.usageFees(organizationId, billed, group)));
    }
    const currency = group.subscriptions[0]?.subscription.plan.currency as string;
    const priced = priceInvoice(lines, currency);
    const now = await this.clock.now(organizationId);
    try {
      await this.database.tenant(organizationId, async (transaction) => {
        const billingEntity = await readBillingEntity(transaction, organizationId, group.billingEntityId);
        await writeInvoice(transaction, this.database, { organizationId, ...group, billingEntity, currency, priced, at, now });
      });
    } catch (error) {
      // Somebody else billed the same in the meantime: then it is billed.
      if (!brokenUniqueIndex(error)?.startsWith('billing_periods_once')) throw error;
      this.logger.info('billed already', { customer_id: group.customer.id });
      return;
    }
    for (const { reason } of group.subscriptions) this.metrics.invoicesCreated.inc({ reason });
  }

  /** Usage fees in arrears; none on the invoice of a start, and only of buckets that were used (charges, sections 1.5 and 2.1). */
  private async usageFees(organizationId: string, { subscription, reason, boundaries }: ToBill, group: InvoiceGroup): Promise<NewFee[]> {
    const { chargesFrom: from, chargesTo: to, chargesDurationDays: durationDays } = boundaries;
    if (reason === 'subscription_starting' || from === null || to === null || durationDays === null || from >= to) return [];
    const charges = subscription.plan.charges.filter((charge) => charge.invoiceable && !charge.payInAdvance);
    if (charges.length === 0) return [];
    const rated = await this.rating.rate(
      ratedSubscription(organizationId, subscription),
      charges,
      { from, to, durationDays, timezone: group.customer.timezone, endedByUpgrade: subscription.terms.successor === 'upgrade' },
    );
    return rated.flatMap(({ charge, buckets }) =>
      buckets
        .filter((bucket) => makesFee(bucket.fee, bucket.aggregation.eventsCount))
        .map((bucket) => chargeFeeLine(subscription, charge, bucket, { from, to }, group.customer, group.entityTaxes)),
    );
  }
}

function planFee(billed: ToBill, { customer, entityTaxes }: InvoiceGroup, at: number): NewFee[] {
  const { subscription, boundaries, history } = billed;
  const amount = subscriptionFee({
    terms: subscription.terms,
    planAmountCents: subscription.plan.amountCents,
    hasFixedChargesInAdvance: false,
    trial: subscription.trial,
    at,
    timezone: customer.timezone,
    subscriptionFrom: boundaries.subscriptionFrom,
    subscriptionTo: boundaries.subscriptionTo,
    history,
  });
  return amount ? [subscriptionFeeLine(billed, amount, customer, entityTaxes, subunit(subscription.plan.currency))] : [];
}

/** Subscriptions share an invoice when these agree (subscriptions, section 6). */
function groupKey(subscription: SubscriptionView, billingEntityId: string): string {
  return JSON.stringify([
    subscription.paymentMethodType,
    subscription.plan.currency,
    billingEntityId,
    subscription.consolidateInvoice ? '' : subscription.id,
    subscription.purchaseOrderNumber,
  ]);
}

/** By subscription name, else the plan's display name, else its name (subscriptions, section 6). */
function byDisplayName(subscriptions: SubscriptionView[]): SubscriptionView[] {
  const nameOf = ({ name, plan }: SubscriptionView) => name || plan.invoiceDisplayName || plan.name;
  return [...subscriptions].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.id.localeCompare(b.id));
}
