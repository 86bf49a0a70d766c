import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { intervals } from '../http/enums.js';
import {
  cents,
  decimal,
  decimalString,
  flag,
  integer,
  mandatoryDecimal,
  mandatoryText,
  record,
  recordList,
  text,
  timestamp,
  withElements,
  withMembers,
} from '../http/fields.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, shape, texts } from '../http/texts.js';
import { AmountDetails } from './amount-details.js';
import { chargeModels } from './charge-prices.js';
import { ExplanationStep } from './explanations.js';
import { PlanCreate } from './plans.js';

/** Quantities of one call, and the charges that one quantity names. */
const mostQuantities = 200;
const mostCharges = 100;
/** Billing periods before the running one whose usage can be priced. */
export const mostPeriodsAgo = 24;

/** Why an amount may differ from the one that is billed (catalog, section 21). */
export const estimateReasons = ['prorated', 'pay_in_advance', 'carried_units', 'running_period', 'interval'] as const;
export type EstimateReason = (typeof estimateReasons)[number];

export const QuantityOfCharge = described(
  body({
    charge_code: described(mandatoryText(), ...texts.chargeCode),
    units: described(mandatoryDecimal(0), ...texts.units),
    events_count: described(
      integer(0),
      'Number of events that the units come from, with equal values; absent: one, or one for each counted unit',
      10,
    ),
    properties: described(
      record(),
      'Properties of these events, by which they match the filters and groups of the charge',
    ),
    precise_total_amount_cents: described(
      decimal(0),
      'Sum of the prices that the events state, for charges with such prices',
      '1250.5',
    ),
  }),
  'A quantity of a charge',
);
export type QuantityOfCharge = BodyInput<typeof QuantityOfCharge>;

export const PlanQuantity = described(
  body({
    units: described(decimal(0), 'Units of each charge that `charges` does not name; absent: none', '1000'),
    charges: described(
      withElements(recordList({ most: mostCharges, fault: 'value_is_too_long' }), QuantityOfCharge),
      'Quantities of single charges',
    ),
  }),
  'The quantities of one period',
);
export type PlanQuantity = BodyInput<typeof PlanQuantity>;

export const PricedPeriod = described(
  body({
    external_subscription_id: described(mandatoryText(), ...texts.externalSubscriptionId),
    periods_ago: described(
      integer(0, mostPeriodsAgo),
      'Billing periods before the running one; absent: the running one',
      1,
    ),
  }),
  'The usage of a subscription in one of its billing periods',
);
export type PricedPeriod = BodyInput<typeof PricedPeriod>;

export const PlanPricing = described(
  body({
    plan: described(strictly(record(), PlanCreate), 'A plan that need not be saved, in place of `plan_code`'),
    plan_code: described(text(), ...texts.planCode),
    quantities: withElements(recordList({ most: mostQuantities, fault: 'value_is_too_long' }), PlanQuantity),
    usage: withMembers(record(), PricedPeriod),
    explain: described(flag(), 'Whether the answer has the steps of each amount'),
  }),
  'A plan, and the quantities or the usage to price with it',
);
export type PlanPricing = BodyInput<typeof PlanPricing>;

/** Absent unless `explain` is true. */
const steps = () =>
  described(z.array(ExplanationStep).optional(), 'Steps that lead to the amount; absent unless `explain` is true');

const amounts = {
  amount_cents: described(cents(), ...texts.amountCents),
  precise_amount_cents: described(decimalString(), 'Amount before it is rounded, in cents', '1250.5'),
  precise_unit_amount: described(decimalString(), 'Average price of a unit in the main unit of the currency', '0.5'),
  amount_details: AmountDetails,
  steps: steps(),
};

/** The price of the events of one filter and group. */
export const PricedPart = shape('The price of the usage of one filter and one group', {
  filters: described(z.record(z.string(), z.array(z.string())).nullable(), 'Values of the charge filter, by key', 'eu'),
  grouped_by: described(
    z.record(z.string(), z.string().nullable()),
    'Values of the properties by which usage is grouped',
    'eu',
  ),
  units: described(decimalString(), ...texts.units),
  events_count: described(z.int(), ...texts.eventsCount),
  ...amounts,
});
export type PricedPart = z.infer<typeof PricedPart>;

export const PricedCharge = shape('The price of a charge for its usage', {
  charge_code: described(z.string(), ...texts.chargeCode),
  charge_model: described(z.enum(chargeModels), ...texts.chargeModel),
  billable_metric_code: described(z.string(), ...texts.metricCode),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  parts: z.array(PricedPart),
  true_up_amount_cents: described(cents(), 'Amount that fills up the minimum of the charge', 0),
  amount_cents: described(cents(), 'Sum of its parts and of its minimum', 12_500),
  estimate_reasons: described(
    z.array(z.enum(estimateReasons)),
    'Why the billed amount may differ; empty: the amount is exact',
  ),
});
export type PricedCharge = z.infer<typeof PricedCharge>;

export const PricedFixedCharge = shape('The price of a fixed charge for a whole period', {
  charge_code: described(z.string(), ...texts.chargeCode),
  charge_model: described(z.enum(chargeModels), ...texts.chargeModel),
  add_on_code: described(z.string(), 'Code of the add-on', 'setup'),
  units: described(decimalString(), ...texts.units),
  ...amounts,
});
export type PricedFixedCharge = z.infer<typeof PricedFixedCharge>;

const totals = {
  charges: z.array(PricedCharge),
  charges_amount_cents: described(cents(), 'Sum of the usage charges with their minimums', 12_500),
  commitment_amount_cents: described(cents(), 'Amount that fills up the minimum commitment of the plan', 0),
  total_amount_cents: described(
    cents(),
    'Price of the plan, fixed charges, usage and commitment for a whole period, before coupons and taxes',
    15_500,
  ),
};

export const PricedQuantity = shape('The prices of one quantity, in the order of the request', {
  units: described(decimalString().nullable(), 'Units of each charge that the quantity does not name', '1000.0'),
  ...totals,
});
export type PricedQuantity = z.infer<typeof PricedQuantity>;

export const PricedUsage = shape('The prices of the usage of a subscription', {
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  from_datetime: described(timestamp(), ...texts.periodStart),
  to_datetime: described(timestamp(), ...texts.periodEnd),
  ...totals,
});
export type PricedUsage = z.infer<typeof PricedUsage>;

/** The prices of a plan, which need not be saved (catalog, section 21). */
export const PlanPrices = shape('What a plan costs for some quantities, or for the usage of a subscription', {
  amount_currency: described(z.string(), ...texts.amountCurrency),
  interval: described(z.enum(intervals), ...texts.interval),
  subscription_amount_cents: described(cents(), 'Price of the plan for a whole period', 3000),
  fixed_charges: z.array(PricedFixedCharge),
  fixed_charges_amount_cents: described(cents(), 'Sum of the fixed charges', 0),
  quantities: z.array(PricedQuantity),
  usage: described(PricedUsage.nullable(), 'Prices of the usage; null without `usage` in the request'),
});
export type PlanPrices = z.infer<typeof PlanPrices>;

export const planPriceRoutes = {
  price: route({
    service: 'invoicing',
    permission: 'plan',
    alsoReads: ['customer_usage'],
    method: 'POST',
    path: '/plans/price',
    heavy: true,
    summary: 'Price quantities or usage with a plan that need not be saved',
    body: PlanPricing,
    validates: 'after loading',
    answer: { plan_prices: PlanPrices },
  }),
};
