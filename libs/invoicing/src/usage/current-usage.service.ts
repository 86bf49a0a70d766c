import { Injectable } from '@nestjs/common';
import type { ChargeUsage, CustomerUsage, UsageFilters } from '@tollgate/contracts';
import { readTaxesOfBillingEntity, type ChargeView, type TaxView } from '@tollgate/catalog/reader';
import { Clock, isoSeconds, NotAllowed, NotFound } from '@tollgate/platform';
import { applicableTaxes, Decimal, decimalText, invoiceTaxes, localDate, planPeriodEnd, sumOf, usagePeriod } from '@tollgate/rating';
import { findActiveSubscription, findCustomerView, type CustomerView, type SubscriptionView } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../invoicing.database.js';
import { ChargeRating, pricingGroupKeys } from './charge-rating.js';
import type { RatedBucket, RatedCharge } from './rated-charge.js';

interface Consumer {
  customer: CustomerView;
  subscription: SubscriptionView;
  entityTaxes: TaxView[];
}

/** Usage of the running period of a subscription, rated (metering, section 7.1). */
@Injectable()
export class CurrentUsageService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly rating: ChargeRating,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound `customer_not_found`, `charge_not_found`; NotAllowed `no_active_subscription`, `full_usage_not_allowed` */
  async read(organizationId: string, externalCustomerId: string, filters: UsageFilters): Promise<CustomerUsage> {
    const now = await this.clock.now(organizationId);
    const { customer, subscription, entityTaxes } = await this.consumer(organizationId, externalCustomerId, filters.external_subscription_id);
    const { charges, restricted } = selectCharges(subscription.plan.charges, filters);
    if (filters.full_usage && (!restricted || charges.some(({ prorated }) => prorated))) throw new NotAllowed('full_usage_not_allowed');
    const period = usagePeriod(subscription.terms, now, customer.timezone);
    const from = filters.full_usage ? subscription.terms.startedAt : period.from;
    const rated = await this.rating.rate(
      { organizationId, externalSubscriptionId: subscription.externalId, currency: subscription.plan.currency },
      charges,
      { ...period, from, timezone: customer.timezone, endedByUpgrade: false },
    );
    const amount = sumCents(rated.flatMap(({ buckets }) => buckets));
    const taxes = filters.apply_taxes === false ? 0n : taxesOf(rated, subscription, customer, entityTaxes, amount);
    return {
      from_datetime: isoSeconds(from),
      to_datetime: isoSeconds(period.to),
      issuing_date: localDate(planPeriodEnd(subscription.terms, now, customer.timezone), 'UTC'),
      svc_invoice_id: null,
      currency: subscription.plan.currency,
      amount_cents: Number(amount),
      taxes_amount_cents: Number(taxes),
      total_amount_cents: Number(amount + taxes),
      charges_usage: rated.map((charge) => presentCharge(charge, subscription.plan.currency)),
    };
  }

  private async consumer(organizationId: string, externalCustomerId: string, externalSubscriptionId: string | undefined): Promise<Consumer> {
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await findCustomerView(transaction, organizationId, externalCustomerId);
      if (!customer) throw new NotFound('customer');
      const subscription = externalSubscriptionId
        ? await findActiveSubscription(transaction, organizationId, customer.id, externalSubscriptionId)
        : null;
      if (!subscription) throw new NotAllowed('no_active_subscription');
      return { customer, subscription, entityTaxes: await readTaxesOfBillingEntity(transaction, organizationId, customer.billingEntity.id) };
    });
  }
}

/** All charges by the name of their metric, or those that a filter asks for, in the order of the plan. */
function selectCharges(charges: ChargeView[], filters: UsageFilters): { charges: ChargeView[]; restricted: boolean } {
  const id = filters.charge_id ?? filters.filter_by_charge_id;
  const code = filters.charge_code ?? filters.filter_by_charge_code;
  const metric = filters.billable_metric_code ?? filters.filter_by_metric_code;
  const wanted =
    id !== undefined ? (charge: ChargeView) => charge.id === id
    : code !== undefined ? (charge: ChargeView) => charge.code === code
    : metric !== undefined ? (charge: ChargeView) => charge.metric.code === metric
    : null;
  if (!wanted) {
    const name = (charge: ChargeView) => charge.metric.name.toLowerCase();
    return { charges: [...charges].sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0)), restricted: false };
  }
  const selected = charges.filter(wanted);
  if (selected.length === 0) throw new NotFound('charge');
  return { charges: selected, restricted: true };
}

const sumCents = (buckets: RatedBucket[]): bigint => buckets.reduce((total, { fee }) => total + fee.amountCents, 0n);

/** Taxes as on an invoice over these fees. */
function taxesOf(rated: RatedCharge[], { plan }: SubscriptionView, customer: CustomerView, entityTaxes: TaxView[], amount: bigint): bigint {
  const fees = rated.flatMap(({ charge, buckets }) => {
    const taxes = applicableTaxes(charge.taxes, plan.taxes, customer.taxes, entityTaxes).map(({ code, rate }) => ({ code, rate: new Decimal(rate) }));
    return buckets.map(({ fee }) => ({ ...fee, preciseCouponsAmountCents: new Decimal(0), taxes }));
  });
  return invoiceTaxes(fees, amount).taxesAmountCents;
}

function presentCharge({ charge, buckets }: RatedCharge, currency: string): ChargeUsage {
  const filtered = charge.filters.length > 0;
  const grouped = buckets.some(({ filter }) => pricingGroupKeys((filter ?? charge).properties).length > 0);
  return {
    ...amountsOf(buckets),
    amount_currency: currency,
    charge: { svc_id: charge.id, code: charge.code, charge_model: charge.chargeModel, invoice_display_name: charge.invoiceDisplayName },
    billable_metric: {
      svc_id: charge.metric.id,
      name: charge.metric.name,
      code: charge.metric.code,
      aggregation_type: charge.metric.aggregationType,
    },
    filters: filtered ? presentFilters(buckets) : [],
    grouped_usage: grouped ? presentGroups(buckets, filtered) : [],
  };
}

function amountsOf(buckets: RatedBucket[]) {
  return {
    units: decimalText(sumOf(buckets.map(({ aggregation }) => shownUnits(aggregation.currentUsageUnits)))),
    total_aggregated_units: decimalText(sumOf(buckets.map(({ aggregation }) => shownUnits(aggregation.totalAggregatedUnits)))),
    events_count: buckets.reduce((total, { aggregation }) => total + aggregation.eventsCount, 0),
    amount_cents: Number(sumCents(buckets)),
    pricing_unit_details: null,
    presentation_breakdowns: [],
  };
}

/** A negative total is charged, and shown, as nothing. */
const shownUnits = (units: Decimal): Decimal => (units.isNegative() ? new Decimal(0) : units);

function presentFilters(buckets: RatedBucket[]) {
  const byFilter = new Map<string | null, RatedBucket[]>();
  for (const bucket of buckets) {
    const id = bucket.filter?.id ?? null;
    byFilter.set(id, [...(byFilter.get(id) ?? []), bucket]);
  }
  return [...byFilter.values()].map((own) => ({
    ...amountsOf(own),
    invoice_display_name: own[0]?.filter?.invoiceDisplayName ?? null,
    values: own[0]?.filter?.values ?? null,
  }));
}

function presentGroups(buckets: RatedBucket[], filtered: boolean) {
  const byGroup = new Map<string, RatedBucket[]>();
  for (const bucket of buckets) {
    const key = JSON.stringify(bucket.groupedBy);
    byGroup.set(key, [...(byGroup.get(key) ?? []), bucket]);
  }
  return [...byGroup.values()].map((own) => ({
    ...amountsOf(own),
    grouped_by: own[0]?.groupedBy ?? {},
    filters: filtered ? presentFilters(own) : [],
  }));
}
