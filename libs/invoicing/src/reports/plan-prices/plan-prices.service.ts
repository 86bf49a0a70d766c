import { Injectable } from '@nestjs/common';
import type { PlanPrices, PricedQuantity, PricedUsage, RawInput } from '@tollgate/contracts';
import { findPlanByCode, readDraftedPlan, type PlanView } from '@tollgate/catalog/reader';
import {
  awaitOwnUsage,
  Breaks,
  Clock,
  CommandBus,
  isoSeconds,
  NotFound,
  ValidationFailed,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { centsNumber, decimalText } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { findActivePayer } from '../../rating/in-advance-rating/payer.js';
import { readRequestedPrices, type RequestedPrices } from './plan-price-input.js';
import { presentCharges, presentFixedCharge, shownPart, type ShownPart } from './plan-prices.presenter.js';
import { priceCharge, priceFixedCharges, quantitiesOfCharges, type TriedCharge } from './priced-quantities.rules.js';
import { pastPeriod, type PricedConsumer } from './priced-usage.js';
import { shownUsage } from './shown-usage.js';
import { UsagePricing } from './usage-pricing.service.js';

/** Prices of one call: quantities times charges. */
const mostPrices = 50_000;

/** Prices quantities and usage with a plan that need not be saved; stores nothing (catalog, section 21). */
@Injectable()
export class PlanPricesService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly pricing: UsagePricing,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws ValidationFailed; NotFound `plan_not_found`, `charge_not_found`, `subscription_not_found`, and as the creation
   * of a plan
   */
  async price(organizationId: string, raw: RawInput): Promise<PlanPrices> {
    const requested = readRequestedPrices(raw);
    const now = await this.clock.now(organizationId);
    const { plan, consumer } = await this.database.tenant(organizationId, async (transaction) => ({
      plan: await planOf(transaction, requested, now),
      consumer: requested.usage && (await consumerOf(transaction, requested.usage, now)),
    }));
    const { currency } = plan;
    const { explain } = requested;
    const fixed = priceFixedCharges(plan);
    const fixedCents = fixed.reduce((total, { fee }) => total + fee.amountCents, 0n);
    return {
      amount_currency: currency,
      interval: plan.interval,
      subscription_amount_cents: centsNumber(plan.amountCents),
      fixed_charges: fixed.map((charge) => presentFixedCharge(charge, currency, explain)),
      fixed_charges_amount_cents: centsNumber(fixedCents),
      quantities: await priceQuantities(plan, requested, fixedCents),
      usage: consumer && (await this.usage(organizationId, { plan, consumer, fixedCents, explain })),
    };
  }

  private async usage(
    organizationId: string,
    {
      plan,
      consumer,
      fixedCents,
      explain,
    }: { plan: PlanView; consumer: PricedConsumer; fixedCents: bigint; explain: boolean },
  ): Promise<PricedUsage> {
    await awaitOwnUsage(this.commands, organizationId);
    const { payer, period } = consumer;
    const prices = await this.pricing.price(organizationId, consumer, [plan]);
    const tried = prices.flatMap(({ charges }) => shownUsage(plan, consumer, charges, explain));
    return {
      external_customer_id: payer.customer.externalId,
      external_subscription_id: payer.subscription.externalId,
      from_datetime: isoSeconds(period.from),
      to_datetime: isoSeconds(period.to),
      ...presentCharges(plan, tried, fixedCents),
    };
  }
}

/** Prices quantities one after another, and lets other calls proceed meanwhile. @throws NotFound, ValidationFailed */
async function priceQuantities(
  plan: PlanView,
  { quantities, explain }: RequestedPrices,
  fixedCents: bigint,
): Promise<PricedQuantity[]> {
  if (quantities.length * plan.charges.length > mostPrices) throw new ValidationFailed({ base: ['too_many_prices'] });
  const breaks = new Breaks();
  const { currency } = plan;
  const answers: PricedQuantity[] = [];
  for (const quantity of quantities) {
    const charges: TriedCharge<ShownPart>[] = [];
    for (const [charge, ofCharge] of quantitiesOfCharges(plan, quantity)) {
      const tried = priceCharge(charge, ofCharge, currency);
      const parts = tried.parts.map((part) => shownPart({ charge, part, currency }, explain));
      charges.push({ ...tried, parts });
      if (breaks.isDue) await breaks.take();
    }
    answers.push({
      units: quantity.units && decimalText(quantity.units),
      ...presentCharges(plan, charges, fixedCents),
    });
  }
  return answers;
}

async function planOf(transaction: TenantTransaction, { plan }: RequestedPrices, now: Instant): Promise<PlanView> {
  if ('raw' in plan) return readDraftedPlan(transaction, plan.raw, new Date(now));
  const saved = await findPlanByCode(transaction, plan.code);
  if (!saved) throw new NotFound('plan');
  return saved;
}

async function consumerOf(
  transaction: TenantTransaction,
  { externalSubscriptionId, periodsAgo }: NonNullable<RequestedPrices['usage']>,
  now: Instant,
): Promise<PricedConsumer> {
  const payer = await findActivePayer(transaction, externalSubscriptionId, now);
  if (!payer) throw new NotFound('subscription');
  return { payer, period: await pastPeriod(transaction, payer, periodsAgo, now), isRunning: periodsAgo === 0 };
}
