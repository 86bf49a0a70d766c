import type { ComparedCharge, ComparedFixedCharge, PriceTestStory, PriceTestSums } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { centsNumber } from '@tollgate/rating';
import type { PriceTestResultRow } from '../../model/price-tests/price-test-results.repository.js';
import { presentCharges, presentFixedCharge } from '../plan-prices/plan-prices.presenter.js';
import { priceFixedCharges } from '../plan-prices/priced-quantities.rules.js';
import type { PricedConsumer } from '../plan-prices/priced-usage.js';
import { shownUsage } from '../plan-prices/shown-usage.js';
import type { UsagePrices } from '../plan-prices/usage-pricing.service.js';
import { presentResult } from './price-test.presenter.js';

/** A plan with the prices of a subscription's usage under it. */
interface Side {
  plan: PlanView;
  prices: UsagePrices;
}

/** Present and tested values of the same kind. */
interface Sides<Value> {
  current: Value;
  tested: Value;
}

/** Presents a result with both prices side by side, and says whether they still have the stored amounts. */
export function presentStory(
  row: PriceTestResultRow,
  consumer: PricedConsumer,
  { current, tested }: Sides<Side>,
): PriceTestStory {
  const { subscription, customer } = consumer.payer;
  const priced = { current: presentCharged(current, consumer), tested: presentCharged(tested, consumer) };
  const fixed = { current: presentFixed(current), tested: presentFixed(tested) };
  return {
    ...presentResult(row, subscription, customer),
    amount_currency: tested.plan.currency,
    amounts_changed:
      current.prices.totals.totalCents !== row.current_amount_cents ||
      tested.prices.totals.totalCents !== row.tested_amount_cents,
    current: presentSums(current),
    tested: presentSums(tested),
    charges: sideBySide(priced, (charge) => `${charge.billable_metric_code} ${charge.charge_code}`).map(
      (pair): ComparedCharge => ({
        charge_code: pair.either.charge_code,
        billable_metric_code: pair.either.billable_metric_code,
        ...pair.compared,
      }),
    ),
    fixed_charges: sideBySide(fixed, (charge) => `${charge.add_on_code} ${charge.charge_code}`).map(
      (pair): ComparedFixedCharge => ({
        charge_code: pair.either.charge_code,
        add_on_code: pair.either.add_on_code,
        ...pair.compared,
      }),
    ),
  };
}

const presentCharged = ({ plan, prices }: Side, consumer: PricedConsumer) =>
  presentCharges(plan, shownUsage(plan, consumer, prices.charges, true), prices.fixedCents).charges;

const presentFixed = ({ plan }: Side) =>
  priceFixedCharges(plan).map((charge) => presentFixedCharge(charge, plan.currency, true));

const presentSums = ({ plan, prices: { fixedCents, totals } }: Side): PriceTestSums => ({
  interval: plan.interval,
  subscription_amount_cents: centsNumber(plan.amountCents),
  fixed_charges_amount_cents: centsNumber(fixedCents),
  charges_amount_cents: centsNumber(totals.chargesCents),
  commitment_amount_cents: centsNumber(totals.commitmentCents),
  total_amount_cents: centsNumber(totals.totalCents),
});

/** Pairs charges of the present plan with those of the tested plan, in the order of the present one; new ones follow. */
function sideBySide<Charge extends { amount_cents: number }>(
  { current, tested }: Sides<Charge[]>,
  keyOf: (charge: Charge) => string,
): { either: Charge; compared: Sides<Charge | null> & { difference_amount_cents: number } }[] {
  const later = new Map(tested.map((charge) => [keyOf(charge), charge]));
  const earlier = new Set(current.map(keyOf));
  const pairs: (readonly [Charge, Charge | null, Charge | null])[] = [
    ...current.map((charge) => [charge, charge, later.get(keyOf(charge)) ?? null] as const),
    ...tested.filter((charge) => !earlier.has(keyOf(charge))).map((charge) => [charge, null, charge] as const),
  ];
  return pairs.map(([either, before, after]) => ({
    either,
    compared: {
      current: before,
      tested: after,
      difference_amount_cents: (after?.amount_cents ?? 0) - (before?.amount_cents ?? 0),
    },
  }));
}
