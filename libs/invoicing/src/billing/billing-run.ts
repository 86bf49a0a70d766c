import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { BillingRunRequest, InvoicingReason, JobPayload } from '@tollgate/contracts';
import { readBillingEntity, readTaxesOfBillingEntity, type ChargeView, type TaxView } from '@tollgate/catalog/reader';
import { readCustomerView, readSubscriptions, type CustomerView, type SubscriptionView } from '@tollgate/subscription/reader';
import { brokenUniqueIndex, Clock, CommandBus, Jobs, Logger, Metrics, type Transaction } from '@tollgate/platform';
import { invoiceBoundaries, subscriptionFee, subunit, terminationBoundaries, type InvoiceBoundaries } from '@tollgate/rating';
import { InvoicingDatabase } from '../invoicing.database.js';
import { Regrouping } from '../advance/regrouping.js';
import { Renewals, writeLooseRenewals, type LooseRenewal, type RenewedSubscription } from '../advance/renewals.js';
import { closedChargeLines } from '../charge-minimums/charge-lines.js';
import { commitmentLine } from '../commitments/commitment-fee.js';
import { ChargeRating } from '../usage/charge-rating.js';
import { ratedSubscription } from '../usage/rated-charge.js';
import { creditUnusedDays } from '../credit-notes/unused-days.js';
import { fixedChargeFees } from '../fixed-charges/fixed-charge-fees.js';
import { FixedChargeInvoices } from '../fixed-charges/fixed-charge-invoices.js';
import { alreadyBilled, billedKey, billedOtherwise, billingHistory, lastBilled, periodStarts, type EarlierInvoices } from './billing-history.js';
import { byDisplayName, groupKey } from './billing-groups.js';
import { nextRun, removeRun, type QueuedRun } from './billing-queue.js';
import { writeInvoice } from './invoice-writer.js';
import { subscriptionFeeLine, type BilledSubscription, type NewFee } from './new-invoice.js';

/** A subscription on an invoice, with what earlier invoices say of it. */
export interface ToBill extends BilledSubscription {
  history: EarlierInvoices;
}

/** What goes onto one invoice. */
export interface InvoiceGroup {
  customer: CustomerView;
  billingEntityId: string;
  entityTaxes: TaxView[];
  subscriptions: ToBill[];
}

/** How an invoice comes to be computed. */
interface InvoiceMaking {
  /** When it was made first, Unix milliseconds. */
  createdAt: number;
  /** Fees on no invoice that the same run makes. */
  loose: NewFee[];
  /** The draft that is computed anew. */
  replaced: string | null;
}

const parallelRuns = 8;

/** Makes the invoices of one customer's subscriptions that fall due together. Run twice, it makes them once. */
@Injectable()
export class BillingRun implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly renewals: Renewals,
    private readonly regrouping: Regrouping,
    private readonly fixedChargeInvoices: FixedChargeInvoices,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly commands: CommandBus,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('billing-run', (payload) => this.run(payload), parallelRuns);
  }

  /** Does what is queued of a customer, oldest first; jobs of one customer that meet do the same work once. */
  async run({ organization_id: organizationId, customer_id: customerId }: JobPayload<'billing-run'>): Promise<void> {
    let queued = await this.database.tenant(organizationId, (transaction) => nextRun(transaction, customerId));
    while (queued) {
      const { id } = queued;
      await this.settleUsage(organizationId);
      await this.settleRun(organizationId, queued);
      queued = await this.database.tenant(organizationId, async (transaction) => {
        await removeRun(transaction, id);
        return nextRun(transaction, customerId);
      });
    }
  }

  private async settleRun(organizationId: string, queued: QueuedRun): Promise<void> {
    const request = { ...queued.request, subscriptions: queued.request.subscriptions.filter(({ invoicing_reason: reason }) => reason !== 'in_advance_charge') };
    await this.fixedChargeInvoices.bill(organizationId, queued);
    const at = Date.parse(request.billing_at);
    const now = await this.clock.now(organizationId);
    for (const ended of request.unused_days) await this.credit(organizationId, request.customer_id, ended, now);
    const groups = await this.database.tenant(organizationId, (transaction) => this.prepare(transaction, organizationId, request, at));
    for (const group of groups) await this.bill(organizationId, group, at, now);
    await this.regrouping.gather(organizationId, request.customer_id, [...request.subscriptions, ...request.unused_days].map((each) => each.subscription_id), at, now);
  }

  /** Credits come first: the invoice of the same run uses them already. */
  private async credit(organizationId: string, customerId: string, { subscription_id, mode, upgrade }: BillingRunRequest['unused_days'][number], now: number): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const customer = await readCustomerView(transaction, organizationId, customerId);
      const [subscription] = await readSubscriptions(transaction, organizationId, [subscription_id]);
      if (subscription) await creditUnusedDays(transaction, this.database, { organizationId, customer, subscription, mode, upgrade, now });
    });
  }

  /** Usage that was accepted before the run has to be in the store when it is rated. */
  async settleUsage(organizationId: string): Promise<void> {
    for (;;) {
      const { settled } = await this.commands.send('ingestion', 'usage_events.settle', { organization_id: organizationId });
      if (settled) return;
    }
  }

  /** What is left to bill, put together by invoice. */
  private async prepare(transaction: Transaction, organizationId: string, request: BillingRunRequest, at: number): Promise<InvoiceGroup[]> {
    const customer = await readCustomerView(transaction, organizationId, request.customer_id);
    const due = new Map(request.subscriptions.map((each) => [each.subscription_id, each]));
    if (due.size === 0) return [];
    const done = await alreadyBilled(transaction, [...due.keys()], at, customer.timezone);
    const groups = new Map<string, InvoiceGroup>();
    for (const subscription of byDisplayName(await readSubscriptions(transaction, organizationId, [...due.keys()]))) {
      const { invoicing_reason: reason, trial_ended: trialEnded, units_until: unitsUntil } = due.get(subscription.id) as BillingRunRequest['subscriptions'][number];
      if (done.has(billedKey(subscription.id, reason, trialEnded))) continue;
      if (reason === 'subscription_periodic' && subscription.status !== 'active') continue;
      if (trialEnded && (await billedOtherwise(transaction, subscription.id, subscription.terms.startedAt, at, customer.timezone))) continue;
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
        trialEnded,
        unitsUntil: unitsUntil ?? null,
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
      // The new plan of an upgrade bills the rest of the running period.
      if (subscription.terms.successor === 'upgrade') return invoiceBoundaries(subscription.terms, at, timezone, { currentUsage: true });
      const billed = await periodStarts(transaction, subscription.id);
      return terminationBoundaries(subscription.terms, at, timezone, ({ chargesFrom }) => chargesFrom !== null && billed.has(chargesFrom));
    }
    const last = await lastBilled(transaction, subscription.id);
    if (!last || last.timezone === timezone) return invoiceBoundaries(subscription.terms, at, timezone);
    return invoiceBoundaries(subscription.terms, at, timezone, {
      billedUnderOtherTimezone: { ...(last.charges ? { charges: last.charges } : {}), ...(last.fixedCharges ? { fixedCharges: last.fixedCharges } : {}) },
    });
  }

  private async bill(organizationId: string, group: InvoiceGroup, at: number, now: number): Promise<void> {
    const loose = await this.looseRenewals(organizationId, group, at);
    const renewals = loose.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines(organizationId, group, at, { createdAt: at, loose: renewals, replaced: null });
    const currency = currencyOf(group);
    try {
      await this.database.tenant(organizationId, async (transaction) => {
        const billingEntity = await readBillingEntity(transaction, organizationId, group.billingEntityId);
        await writeInvoice(transaction, this.database, { organizationId, ...group, billingEntity, currency, lines, at, now });
        for (const { renewed, renewals } of loose) await writeLooseRenewals(transaction, this.database, renewed, renewals, now);
      });
    } catch (error) {
      // Somebody else billed the same in the meantime: then it is billed.
      if (!brokenUniqueIndex(error)?.startsWith('billing_periods_once')) throw error;
      this.logger.info('billed already', { customer_id: group.customer.id });
      return;
    }
    for (const { reason } of group.subscriptions) this.metrics.invoicesCreated.inc({ reason });
  }

  /** The fees of an invoice; what a subscription has committed itself to is settled against its others. */
  async lines(organizationId: string, group: InvoiceGroup, at: number, { createdAt, loose, replaced }: InvoiceMaking): Promise<NewFee[]> {
    const lines: NewFee[] = [];
    for (const billed of group.subscriptions) {
      const own = planFee(billed, group, at, createdAt);
      own.push(...(await this.usageFees(organizationId, billed, group)));
      own.push(...(await this.renewals.invoiced({ organizationId, ...billed, ...group, at })));
      const settled = await this.database.tenant(organizationId, async (transaction) => {
        const fixed = await fixedChargeFees(transaction, { ...group, organizationId, subscription: billed.subscription, billed, at, draftId: replaced });
        const commitment = await commitmentLine(transaction, { ...billed, ...group, at, lines: [...own, ...fixed, ...loose], replaced });
        return [...fixed, ...(commitment ? [commitment] : [])];
      });
      lines.push(...own, ...settled);
    }
    return lines;
  }

  private async looseRenewals(organizationId: string, group: InvoiceGroup, at: number): Promise<{ renewed: RenewedSubscription; renewals: LooseRenewal[] }[]> {
    return Promise.all(
      group.subscriptions.map(async (billed) => {
        const renewed = { organizationId, ...billed, ...group, at };
        return { renewed, renewals: await this.renewals.loose(renewed) };
      }),
    );
  }

  /** Usage fees in arrears; none on the invoice of a start, and only of buckets that were used (charges, sections 1.5 and 2.1). */
  private async usageFees(organizationId: string, { subscription, reason, boundaries }: ToBill, group: InvoiceGroup): Promise<NewFee[]> {
    const { chargesFrom: from, chargesTo: to, chargesDurationDays: durationDays } = boundaries;
    if (reason === 'subscription_starting' || from === null || to === null || durationDays === null || from >= to) return [];
    const charges = subscription.plan.charges.filter((charge) => charge.invoiceable && !charge.payInAdvance && !goesOn(charge, subscription));
    if (charges.length === 0) return [];
    const period = { from, to: lastOwnInstant(subscription, to), durationDays, timezone: group.customer.timezone, endedByUpgrade: subscription.terms.successor === 'upgrade' };
    const rated = await this.rating.rate(ratedSubscription(organizationId, subscription), charges, period, { presentation: true });
    const usage = { subscription, customer: group.customer, entityTaxes: group.entityTaxes, shown: { from, to }, rated: period };
    return rated.flatMap((charge) => closedChargeLines(usage, charge));
  }
}

/** The currency of the invoice of a group: all its plans have it. */
export const currencyOf = (group: InvoiceGroup): string => group.subscriptions[0]?.subscription.plan.currency as string;

/** Usage at the very instant of a plan change belongs to the new subscription (subscriptions, section 7, point 5). */
const lastOwnInstant = ({ terms }: SubscriptionView, to: number): number => (terms.successor !== null && to === terms.terminatedAt ? to - 1 : to);

/** A recurring quantity that the new plan of an upgrade charges too is left to it, unless it is prorated (subscriptions, section 7, point 5). */
const goesOn = (charge: ChargeView, { terms, nextPlan }: SubscriptionView): boolean =>
  terms.successor === 'upgrade' &&
  charge.metric.recurring &&
  !charge.prorated &&
  (nextPlan?.charges.some(({ metric }) => metric.id === charge.metric.id) ?? false);

function planFee(billed: ToBill, { customer, entityTaxes }: InvoiceGroup, at: number, createdAt: number): NewFee[] {
  const { subscription, boundaries, history } = billed;
  const amount = subscriptionFee({
    terms: subscription.terms,
    planAmountCents: subscription.plan.amountCents,
    hasFixedChargesInAdvance: subscription.plan.fixedCharges.some(({ payInAdvance }) => payInAdvance),
    trial: subscription.trial,
    at,
    invoiceCreatedAt: createdAt,
    timezone: customer.timezone,
    subscriptionFrom: boundaries.subscriptionFrom,
    subscriptionTo: boundaries.subscriptionTo,
    history: { ...history, onlyStartingInvoice: history.firstInvoice && billed.reason === 'subscription_starting' },
  });
  return amount ? [subscriptionFeeLine(billed, amount, customer, entityTaxes, subunit(subscription.plan.currency))] : [];
}
