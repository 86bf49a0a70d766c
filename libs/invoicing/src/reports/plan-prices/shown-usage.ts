import type { PlanView } from '@tollgate/catalog/reader';
import { chargeInputs } from '../../model/fee-inputs/charge-inputs.js';
import { partOfCharge } from '../../model/line-items/new-invoice.js';
import type { RatedBucket, RatedCharge } from '../../model/rated-charges/rated-charge.js';
import { feeSteps } from '../explanations/fee-steps.js';
import type { ShownPart } from './plan-prices.presenter.js';
import type { TriedCharge } from './priced-quantities.rules.js';
import type { PricedConsumer } from './priced-usage.js';

/** Charges of priced usage as an answer shows them. @param explain whether each part has its story */
export const shownUsage = (
  plan: PlanView,
  consumer: PricedConsumer,
  charges: TriedCharge<RatedBucket>[],
  explain: boolean,
): TriedCharge<ShownPart>[] =>
  charges.map((priced) => ({
    ...priced,
    parts: priced.parts.map((bucket) => usedPart(plan, consumer, priced.charge, bucket, explain)),
  }));

function usedPart(
  plan: PlanView,
  { payer, period }: PricedConsumer,
  charge: RatedCharge['charge'],
  bucket: RatedBucket,
  explain: boolean,
): ShownPart {
  const { filter, groupedBy, fee, aggregation } = bucket;
  const story = () => {
    const part = partOfCharge(payer, charge, bucket, period);
    return feeSteps(chargeInputs(part, aggregation), plan.currency).list;
  };
  return { filter, groupedBy, fee, eventsCount: aggregation.eventsCount, steps: explain ? story() : null };
}
