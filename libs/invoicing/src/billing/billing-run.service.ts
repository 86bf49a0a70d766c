import { Injectable } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { readBillingEntity, type ChargeView } from '@tollgate/catalog/reader';
import { readCustomerView, readSubscriptions, type SubscriptionView } from '@tollgate/subscription/reader';
import { brokenUniqueIndex, Clock, CommandBus, Logger, Metrics, flushUsage, type Instant } from '@tollgate/platform';
import { isEmptySpan, subscriptionFee, subunit } from '@tollgate/rating';
import { InvoicingDatabase } from '../invoicing.database.js';
import { Consolidation } from '../in-advance/consolidation.service.js';
import {
  Renewals,
  writeUninvoicedRenewals,
  type UninvoicedRenewal,
  type RenewedSubscription,
} from '../in-advance/renewals.service.js';
import { closedChargeLines } from '../lines/charge-lines.js';
import { commitmentLine } from '../lines/commitment-fee.js';
import { ChargeRating } from '../rating/charge-rating.service.js';
import { ratedSubscription } from '../lines/rated-charge.js';
import { writeProrationCredit } from '../adjustments/proration-credit.writer.js';
import { failureOf } from '../rows/failure.rules.js';
import { writeFailedInvoice } from '../issuing/failed-invoice.writer.js';
import { fixedChargeFees } from '../fixed-charges/fixed-charge-fees.js';
import { FixedChargeInvoices } from '../fixed-charges/fixed-charge-invoices.service.js';
import { prepareRuns, type InvoiceGroup, type ToBill } from '../issuing/billing-preparation.js';
import { CreditsFirst } from '../prepaid-credits/credits-first.service.js';
import type { QueuedRun } from '../queues/billing-queue.js';
import { writeInvoice } from '../issuing/invoice.writer.js';
import { subscriptionFeeLine, type NewFee } from '../lines/new-invoice.js';

/** How an invoice comes to be computed. */
interface InvoiceMaking {
  /** Fees on no invoice that the same run makes. */
  uninvoiced: NewFee[];
  /** The draft that is computed anew. */
  replaced: string | null;
}

/** A run with what is left to bill of it. */
export interface PreparedRun<R extends QueuedRun = QueuedRun> {
  run: R;
  groups: InvoiceGroup[];
  /** When it is done to the outside, Unix milliseconds: the organization's present time, or, where the run is late, its billing instant. */
  now: Instant;
}

/** Makes the invoices of customers' subscriptions that fall due together. Run twice, it makes them once. */
@Injectable()
export class BillingRun {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly renewals: Renewals,
    private readonly consolidation: Consolidation,
    private readonly fixedChargeInvoices: FixedChargeInvoices,
    private readonly creditsFirst: CreditsFirst,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  /** What runs, each of another customer, have to bill. Invoices of fixed charges alone and credits are made by then: invoices look at both. */
  async prepare<R extends QueuedRun>(organizationId: string, runs: R[]): Promise<PreparedRun<R>[]> {
    const now = await this.clock.now(organizationId);
    for (const run of runs) {
      await this.fixedChargeInvoices.bill(organizationId, run);
      for (const ended of run.request.unused_days)
        await this.credit(organizationId, run.request, ended, doneAt(run, now));
    }
    const groups = await this.database.tenant(organizationId, (transaction) => prepareRuns(transaction, runs));
    return runs.map((run) => ({ run, groups: groups.get(run.id) ?? [], now: doneAt(run, now) }));
  }

  /**
   * An invoice that cannot be made is set aside as failed and holds up no other.
   * @param last whether what fails for a reason that nobody foresaw is not tried again
   * @throws what is to be tried again, when all else is done
   */
  async bill(organizationId: string, { run: { request }, groups, now }: PreparedRun, last: boolean): Promise<void> {
    const at = Date.parse(request.billing_at);
    const errors: unknown[] = [];
    for (const group of groups) {
      await this.billGroup(organizationId, group, at, now)
        .catch((error: unknown) => this.setAside(organizationId, group, { at, now, last }, error))
        .catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
    const asked = request.subscriptions.filter(({ invoicing_reason: reason }) => reason !== 'in_advance_charge');
    const ends =
      request.unused_days.length > 0 ||
      asked.some(({ invoicing_reason: reason }) => reason === 'subscription_terminating');
    const billed = [...asked, ...request.unused_days].map((each) => each.subscription_id);
    await this.consolidation.consolidate(organizationId, request.customer_id, billed, { at, now, ends });
  }

  /** Credits come first: the invoice of the same run uses them already. */
  private async credit(
    organizationId: string,
    request: BillingRunRequest,
    { subscription_id, mode, upgrade }: BillingRunRequest['unused_days'][number],
    now: Instant,
  ): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const known = await readCustomerView(transaction, request.customer_id);
      const customer = { ...known, timezone: request.timezone ?? known.timezone };
      const [subscription] = await readSubscriptions(transaction, [subscription_id]);
      if (subscription)
        await writeProrationCredit(transaction, {
          organizationId,
          customer,
          subscription,
          mode,
          upgrade,
          now,
        });
    });
  }

  /** Usage that was accepted before the run has to be in the store when it is rated. */
  async flushUsage(organizationId: string): Promise<void> {
    await flushUsage(this.commands, organizationId);
  }

  /** Keeps an invoice that cannot be made as failed. @throws the error of what is to be tried again */
  private async setAside(
    organizationId: string,
    group: InvoiceGroup,
    { at, now, last }: { at: Instant; now: Instant; last: boolean },
    error: unknown,
  ): Promise<void> {
    const failure = failureOf(error);
    if (!failure || !(failure.permanent || last)) throw error;
    const currency = currencyOf(group);
    try {
      const id = await this.database.tenant(organizationId, (transaction) =>
        writeFailedInvoice(transaction, { organizationId, group, currency, failure, at, now }),
      );
      this.logger.error('invoice failed', {
        invoice_id: id,
        customer_id: group.customer.id,
        code: failure.code,
        error,
      });
    } catch (again) {
      if (!isBilledAlready(again)) throw again;
      this.logger.info('billed already', { customer_id: group.customer.id });
    }
  }

  private async billGroup(organizationId: string, group: InvoiceGroup, at: Instant, now: Instant): Promise<void> {
    const uninvoiced = await this.uninvoicedRenewals(organizationId, group, at);
    const renewals = uninvoiced.flatMap((each) => each.renewals.flatMap(({ lines: made }) => made));
    const lines = await this.lines(organizationId, group, at, { uninvoiced: renewals, replaced: null });
    const currency = currencyOf(group);
    try {
      await this.creditsFirst.tenant(organizationId, async (transaction, credits) => {
        const own = group.customer.billingEntity;
        const billingEntity =
          own.id === group.billingEntityId ? own : await readBillingEntity(transaction, group.billingEntityId);
        await writeInvoice(transaction, {
          organizationId,
          ...group,
          billingEntity,
          currency,
          lines,
          credits,
          at,
          now,
        });
        for (const { renewed, renewals } of uninvoiced)
          await writeUninvoicedRenewals(transaction, renewed, renewals, now);
      });
    } catch (error) {
      // Somebody else billed the same in the meantime: then it is billed.
      if (!isBilledAlready(error)) throw error;
      this.logger.info('billed already', { customer_id: group.customer.id });
      return;
    }
    for (const { reason } of group.subscriptions) this.metrics.invoicesCreated.inc({ reason });
  }

  /** The fees of an invoice; what a subscription has committed itself to is compared with its others. */
  async lines(
    organizationId: string,
    group: InvoiceGroup,
    at: Instant,
    { uninvoiced, replaced }: InvoiceMaking,
  ): Promise<NewFee[]> {
    const lines: NewFee[] = [];
    for (const billed of group.subscriptions) {
      const own = planFee(billed, group, at);
      own.push(...(await this.usageFees(organizationId, billed, group)));
      own.push(...(await this.renewals.invoiced({ organizationId, ...billed, ...group, at })));
      lines.push(...own);
      const { fixedCharges, minimumCommitment } = billed.subscription.plan;
      if (fixedCharges.length === 0 && minimumCommitment === null) continue;
      const commitments = await this.database.tenant(organizationId, async (transaction) => {
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
          lines: [...own, ...fixed, ...uninvoiced],
          replaced,
        });
        return [...fixed, ...(commitment ? [commitment] : [])];
      });
      lines.push(...commitments);
    }
    return lines;
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

/** The same was billed meanwhile: its periods are there, or, where wallets pay, the invoice that they gave its id. */
const isBilledAlready = (error: unknown): boolean => {
  const index = brokenUniqueIndex(error);
  return index !== null && (index.startsWith('billing_periods_once') || index === 'invoices_pkey');
};

/** A run that is late makes what it would have made on time (Unix ms). */
const doneAt = ({ request }: QueuedRun, now: Instant): number => Math.min(now, Date.parse(request.billing_at));

/** The currency of the invoice of a group: all its plans have it. */
export const currencyOf = (group: InvoiceGroup): string => group.subscriptions[0]?.subscription.plan.currency as string;

/** Usage at the very instant of a plan change belongs to the new subscription (subscriptions, section 7, point 5). */
const lastOwnInstant = ({ terms }: SubscriptionView, to: number): number =>
  terms.successor !== null && to === terms.terminatedAt ? to - 1 : to;

/** A recurring quantity that the new plan of an upgrade charges too is left to it, unless it is prorated (subscriptions, section 7, point 5). */
const goesOn = (charge: ChargeView, { terms, nextPlan }: SubscriptionView): boolean =>
  terms.successor === 'upgrade' &&
  charge.metric.recurring &&
  !charge.prorated &&
  (nextPlan?.charges.some(({ metric }) => metric.id === charge.metric.id) ?? false);

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
