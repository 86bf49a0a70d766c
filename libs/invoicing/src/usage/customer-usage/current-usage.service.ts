import { Injectable } from '@nestjs/common';
import type { CustomerProjectedUsage, CustomerUsage, ProjectedUsageFilters, UsageFilters } from '@tollgate/contracts';
import { readTaxesOfBillingEntity, type ChargeView } from '@tollgate/catalog/reader';
import { awaitOwnUsage, Clock, CommandBus, isoSeconds, NotAllowed, NotFound, type Instant } from '@tollgate/platform';
import { centsNumber, Decimal, invoiceTaxes, localDate, planPeriodEnd, type UsagePeriod } from '@tollgate/rating';
import { findActiveSubscription, findCustomerAndCatalog, type CustomerName } from '@tollgate/subscription/reader';
import { priceInAdvanceUsage } from '../../rating/in-advance-rating/in-advance-usage.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { runningPeriodOf } from '../../model/billed-usage/period-histories.repository.js';
import { taxesOfFee, type UsagePayer } from '../../model/line-items/payer.js';
import { ratedSubscription, type RatedCharge, type RatedPeriod } from '../../model/rated-charges/rated-charge.js';
import { byMetricName, selectUsage, type UsageSelection } from '../../rating/period-rating/usage-selection.js';
import { presentProjectedCharge, presentRatedCharge } from './usage.presenter.js';

/** The usage of a subscription's running period, all charges of its plan. */
export interface RunningUsage {
  period: RatedPeriod;
  rated: RatedCharge[];
  /** Before taxes. */
  amountCents: bigint;
}

/** A subscription whose running usage is rated. */
export interface Consumer extends Pick<UsagePayer, 'customer' | 'subscription'> {
  /** Its running period, carried on from the last boundary (subscriptions, section 2.6). */
  running: UsagePeriod;
}

/** Usage that a call selects, of the running period of an instant (Unix ms). */
export interface SelectedUsage {
  consumer: Consumer & UsagePayer;
  period: RatedPeriod;
  rated: RatedCharge[];
  now: Instant;
}

/** Rates usage of the running period of a subscription (metering, sections 7.1 and 7.3). */
@Injectable()
export class CurrentUsageService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws NotFound `customer_not_found`, `charge_not_found`
   * @throws NotAllowed `no_active_subscription`, `full_usage_not_allowed`
   */
  async read(organizationId: string, externalCustomerId: string, filters: UsageFilters): Promise<CustomerUsage> {
    const { consumer, rated, period, now } = await this.rateSelected(organizationId, externalCustomerId, filters);
    const { currency } = consumer.subscription.plan;
    return {
      ...totals(consumer, rated, period, now, filters.apply_taxes),
      charges_usage: rated.map((charge) => presentRatedCharge(charge, currency)),
    };
  }

  /** The rated usage that `read` presents. @throws as `read` */
  async rateSelected(
    organizationId: string,
    externalCustomerId: string,
    filters: UsageFilters,
  ): Promise<SelectedUsage> {
    const now = await this.clock.now(organizationId);
    const consumer = await this.consumer(organizationId, externalCustomerId, filters.external_subscription_id, now);
    await awaitOwnUsage(this.commands, organizationId);
    const selection = selectUsage(consumer.subscription.plan.charges, filters);
    return { consumer, now, ...(await this.rate(organizationId, consumer, selection)) };
  }

  /** @throws as `read` */
  async project(
    organizationId: string,
    customer: CustomerName,
    filters: ProjectedUsageFilters,
  ): Promise<CustomerProjectedUsage> {
    const now = await this.clock.now(organizationId);
    const consumer = await this.consumer(organizationId, customer, filters.external_subscription_id, now);
    await awaitOwnUsage(this.commands, organizationId);
    const { currency, charges } = consumer.subscription.plan;
    const selection = { charges: byMetricName(charges), view: { presentation: true }, fullUsage: false };
    const { rated, period } = await this.rate(organizationId, consumer, selection);
    const charges_usage = rated.map((charge) => presentProjectedCharge(charge, period, now, currency));
    return {
      ...totals(consumer, rated, period, now, filters.apply_taxes),
      projected_amount_cents: centsNumber(
        charges_usage.reduce((total, charge) => total + BigInt(charge.projected_amount_cents), 0n),
      ),
      charges_usage,
    };
  }

  /** Rates the usage so far in the running period, with everything that an invoice needs. */
  async rateRunning(organizationId: string, consumer: Consumer): Promise<RunningUsage> {
    return this.running(organizationId, consumer, { view: { presentation: true } });
  }

  /** Rates the usage so far for its units and amounts alone. */
  async rateRunningAmounts(organizationId: string, consumer: Consumer): Promise<RunningUsage> {
    return this.running(organizationId, consumer, {});
  }

  /** Rates the running period up to an instant (Unix ms); later events do not count. */
  async rateUntil(organizationId: string, consumer: Consumer, at: Instant): Promise<RunningUsage> {
    const { charges } = consumer.subscription.plan;
    const usage = await this.rate(organizationId, consumer, { charges, view: {}, fullUsage: false }, at);
    return { ...usage, amountCents: amountOf(usage.rated) };
  }

  /** Aggregates units of some charges in all periods since the subscription started, without proration. */
  async rateLife(organizationId: string, consumer: Consumer, charges: ChargeView[]): Promise<RatedCharge[]> {
    const whole = charges.map((charge) => ({ ...charge, prorated: false }));
    const usage = await this.rate(organizationId, consumer, { charges: whole, view: {}, fullUsage: true });
    return usage.rated;
  }

  private async running(
    organizationId: string,
    consumer: Consumer,
    selection: Partial<UsageSelection>,
  ): Promise<RunningUsage> {
    const { charges } = consumer.subscription.plan;
    const usage = await this.rate(organizationId, consumer, { charges, view: {}, fullUsage: false, ...selection });
    return { ...usage, amountCents: amountOf(usage.rated) };
  }

  private async rate(
    organizationId: string,
    { subscription, customer, running }: Consumer,
    { charges, view, fullUsage }: UsageSelection,
    until: Instant = Infinity,
  ) {
    const from = fullUsage ? subscription.agreement.startedAt : running.from;
    const to = Math.min(running.to, until);
    const period: RatedPeriod = { ...running, from, to, timezone: customer.timezone, endedByUpgrade: false };
    const rated = await this.rating.rate(ratedSubscription(organizationId, subscription), charges, period, view);
    if (!charges.some((charge) => charge.payInAdvance)) return { period, rated };
    const priced = await this.database.tenant(organizationId, (transaction) =>
      priceInAdvanceUsage(transaction, subscription.id, rated, period, subscription.plan.currency),
    );
    return { period, rated: priced };
  }

  private async consumer(
    organizationId: string,
    customerName: CustomerName,
    externalSubscriptionId: string | undefined,
    now: Instant,
  ): Promise<Consumer & UsagePayer> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customerAndVersion = await findCustomerAndCatalog(transaction, customerName);
      if (!customerAndVersion) throw new NotFound('customer');
      const { customer, catalogVersion } = customerAndVersion;
      const subscription = externalSubscriptionId
        ? await findActiveSubscription(transaction, customer.id, externalSubscriptionId, catalogVersion)
        : null;
      if (!subscription) throw new NotAllowed('no_active_subscription');
      return {
        customer,
        subscription,
        running: await runningPeriodOf(transaction, { customer, subscription }, now),
        entityTaxes: await readTaxesOfBillingEntity(transaction, customer.billingEntity.id, catalogVersion),
      };
    });
  }
}

/** Sums charges, in cents before taxes. */
export const amountOf = (rated: RatedCharge[]): bigint =>
  rated.flatMap(({ buckets }) => buckets).reduce((total, { fee }) => total + fee.amountCents, 0n);

/** The totals that usage shows above its charges. */
function totals(
  consumer: UsagePayer,
  rated: RatedCharge[],
  period: RatedPeriod,
  now: Instant,
  applyTaxes: boolean | undefined,
) {
  const { subscription, customer } = consumer;
  const amount = amountOf(rated);
  const taxes = applyTaxes === false ? 0n : taxesOf(rated, consumer, amount);
  return {
    from_datetime: isoSeconds(period.from),
    to_datetime: isoSeconds(period.to),
    issuing_date: localDate(planPeriodEnd(subscription.agreement, now, customer.timezone), 'UTC'),
    svc_invoice_id: null,
    currency: subscription.plan.currency,
    amount_cents: centsNumber(amount),
    taxes_amount_cents: centsNumber(taxes),
    total_amount_cents: centsNumber(amount + taxes),
  };
}

/** Computes taxes as on an invoice over these fees. */
function taxesOf(rated: RatedCharge[], payer: UsagePayer, amount: bigint): bigint {
  const fees = rated.flatMap(({ charge, buckets }) => {
    const taxes = taxesOfFee(payer, charge.taxes).map(({ code, rate }) => ({ code, rate: new Decimal(rate) }));
    return buckets.map(({ fee }) => ({ ...fee, preciseCouponsAmountCents: new Decimal(0), taxes }));
  });
  return invoiceTaxes(fees, amount).taxesAmountCents;
}
