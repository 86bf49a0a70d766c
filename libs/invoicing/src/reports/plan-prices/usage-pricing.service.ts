import { Injectable } from '@nestjs/common';
import type { EstimateReason } from '@tollgate/contracts';
import type { ChargeView, PlanView } from '@tollgate/catalog/reader';
import { makesFee } from '@tollgate/rating';
import { ratedSubscription, type RatedBucket } from '../../model/rated-charges/rated-charge.js';
import { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { hasOpeningBalance } from '../../rating/period-rating/opening-balances.js';
import { priceFixedCharges, totalsOf, withMinimum, type TriedCharge } from './priced-quantities.rules.js';
import { withIdentity, type PricedConsumer } from './priced-usage.js';

/** The usage of a subscription under a plan: its charges with their used parts, and the totals of a whole period. */
export interface UsagePrices {
  charges: TriedCharge<RatedBucket>[];
  fixedCents: bigint;
  totals: ReturnType<typeof totalsOf>;
  /** Whether the plan has a minimum commitment. */
  hasCommitment: boolean;
}

/** Prices the usage of a subscription under plans, as bills would (catalog, section 21). */
@Injectable()
export class UsagePricing {
  constructor(private readonly rating: ChargeRating) {}

  /** Reads the usage once for all plans, which have one currency. @returns the prices under each plan, in their order */
  async price(organizationId: string, consumer: PricedConsumer, plans: PlanView[]): Promise<UsagePrices[]> {
    const { payer, period } = consumer;
    const own = payer.subscription.plan;
    const currency = plans[0]?.currency ?? own.currency;
    const charges = plans.map((plan) => withIdentity(plan, own));
    const subscription = { ...ratedSubscription(organizationId, payer.subscription), currency };
    const rated = await this.rating.rate(subscription, charges.flat(), period);
    const firsts = charges.map((_, index) => charges.slice(0, index).flat().length);
    return plans.map((plan, index) => {
      const tried = rated.slice(firsts[index], firsts[index + 1]).map(({ charge, buckets }) => {
        const used = buckets.filter(({ fee, aggregation }) => makesFee(fee, aggregation.eventsCount));
        return { ...withMinimum(charge, used, currency), reasons: reasonsOf(charge, plan, consumer) };
      });
      const fixedCents = priceFixedCharges(plan).reduce((total, { fee }) => total + fee.amountCents, 0n);
      const hasCommitment = plan.minimumCommitment !== null;
      return { charges: tried, fixedCents, totals: totalsOf(plan, tried, fixedCents), hasCommitment };
    });
  }
}

/** Why the bill of a period may differ from the price of its usage. */
function reasonsOf(charge: ChargeView, plan: PlanView, { payer, isRunning }: PricedConsumer): EstimateReason[] {
  const isKnown = payer.subscription.plan.charges.some(({ id }) => id === charge.id);
  return [
    ...(charge.payInAdvance ? (['pay_in_advance'] as const) : []),
    ...(hasOpeningBalance(charge) && !isKnown ? (['carried_units'] as const) : []),
    ...(isRunning ? (['running_period'] as const) : []),
    ...(plan.interval === payer.subscription.plan.interval ? [] : (['interval'] as const)),
  ];
}
