import type { ExplanationStep, PricedCharge, PricedFixedCharge, PricedPart } from '@tollgate/contracts';
import type { FixedChargeView, PlanView } from '@tollgate/catalog/reader';
import { aggregationOf, centsNumber, decimalText, type ChargeFee, type Decimal } from '@tollgate/rating';
import { priceInputs } from '../../model/fee-inputs/charge-inputs.js';
import { usageInputs } from '../../model/fee-inputs/usage-inputs.js';
import { priceStory } from './price-story.js';
import { chargeCents, totalsOf, type TriedCharge, type TriedPart } from './priced-quantities.rules.js';

/** A part with its story; null without one. */
export type ShownPart = Pick<TriedPart, 'filter' | 'groupedBy' | 'fee'> & {
  eventsCount: number;
  steps: ExplanationStep[] | null;
};

/** The totals of a plan with its charges. */
export function presentCharges(plan: PlanView, charges: TriedCharge<ShownPart>[], fixedCents: bigint) {
  const { chargesCents, commitmentCents, totalCents } = totalsOf(plan, charges, fixedCents);
  return {
    charges: charges.map(presentCharge),
    charges_amount_cents: centsNumber(chargesCents),
    commitment_amount_cents: centsNumber(commitmentCents),
    total_amount_cents: centsNumber(totalCents),
  };
}

function presentCharge(tried: TriedCharge<ShownPart>): PricedCharge {
  const { charge, parts, trueUpCents, reasons } = tried;
  return {
    charge_code: charge.code,
    charge_model: charge.chargeModel,
    billable_metric_code: charge.metric.code,
    invoice_display_name: charge.invoiceDisplayName,
    parts: parts.map(presentPart),
    true_up_amount_cents: centsNumber(trueUpCents),
    amount_cents: centsNumber(chargeCents(tried)),
    estimate_reasons: reasons,
  };
}

const presentPart = ({ filter, groupedBy, eventsCount, fee, steps }: ShownPart): PricedPart => ({
  filters: filter?.values ?? null,
  grouped_by: groupedBy,
  units: decimalText(fee.units),
  events_count: eventsCount,
  ...presentFee(fee, steps),
});

/** A part of a quantity. @param explain whether it has its story */
export function shownPart(
  { charge, part, currency }: { charge: TriedCharge['charge']; part: TriedPart; currency: string },
  explain: boolean,
): ShownPart {
  const { filter, usage } = part;
  const properties = (filter ?? charge).properties;
  const story = () =>
    priceStory({
      price: priceInputs(charge, properties, charge.pricingUnit?.conversionRate),
      usage: usageInputs({ model: charge.chargeModel, properties }, usage),
      kind: charge.metric.aggregationType,
      rule: aggregationOf(charge.metric.aggregationType).rule,
      currency,
    });
  return { ...part, eventsCount: usage.eventsCount, steps: explain ? story() : null };
}

export function presentFixedCharge(
  { charge, units, fee }: { charge: FixedChargeView; units: Decimal; fee: ChargeFee },
  currency: string,
  explain: boolean,
): PricedFixedCharge {
  const story = () =>
    priceStory({
      price: priceInputs(charge),
      usage: usageInputs({ model: charge.chargeModel, properties: charge.properties }, { units, eventsCount: 0 }),
      kind: 'fixed_units',
      rule: 'charges, section 5.2',
      currency,
    });
  return {
    charge_code: charge.code,
    charge_model: charge.chargeModel,
    add_on_code: charge.addOn.code,
    units: decimalText(units),
    ...presentFee(fee, explain ? story() : null),
  };
}

const presentFee = (fee: ChargeFee, steps: ExplanationStep[] | null) => ({
  amount_cents: centsNumber(fee.amountCents),
  precise_amount_cents: decimalText(fee.preciseAmountCents),
  precise_unit_amount: decimalText(fee.preciseUnitAmount),
  amount_details: fee.amountDetails as PricedPart['amount_details'],
  ...(steps ? { steps } : {}),
});
