import { z } from 'zod';
import { bodyOf, body } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { currency, decimal, integer, prose, recordList, text, textList, withElements, record } from '../http/fields.js';
import { strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { ChargeInPlan } from './charges.js';
import { FixedChargeInPlan } from './fixed-charges.js';
import { FixedChargeOverride } from './subscription-fixed-charges.js';
import { MinimumCommitmentInput } from './minimum-commitments.js';
import { UsageThresholdInput } from './usage-thresholds.js';
import { Plan } from './plans.js';

const { billable_metric_id, charge_model, properties, invoice_display_name, min_amount_cents, filters, tax_codes } =
  ChargeInPlan.shape;

/** A charge of the plan with the terms that differ. Without an id, metric or code name it (charges, section 9.1). */
export const ChargeInOverrides = described(
  body({
    id: described(text(), ...texts.assignedId),
    billable_metric_id,
    charge_model,
    properties,
    invoice_display_name,
    min_amount_cents,
    filters,
    tax_codes,
    code: ChargeInPlan.shape.code,
    applied_pricing_unit: ChargeInPlan.shape.applied_pricing_unit,
  }),
  'A charge of the plan by its identifier, with the terms that differ',
);

/** A fixed charge of the plan with the units or terms that differ. Without an id, add-on or code name it. */
export const FixedChargeInOverrides = described(
  body({
    id: described(text(), ...texts.assignedId),
    add_on_id: FixedChargeInPlan.shape.add_on_id,
    add_on_code: FixedChargeInPlan.shape.add_on_code,
    code: FixedChargeInPlan.shape.code,
    ...FixedChargeOverride.shape,
  }),
  'A fixed charge of the plan by its identifier, with the units or terms that differ',
);

/** A subscription's own terms beside those of its plan; the rules of plans judge them (customers, section 4.7). */
export const PlanOverrides = described(
  bodyOf(Plan, {
    name: text(),
    invoice_display_name: text(),
    description: prose(),
    amount_cents: integer(),
    amount_currency: currency(),
    trial_period: strictly(decimal(0, bounds.days), z.number().min(0).max(bounds.days).nullish()),
    tax_codes: described(textList(), ...texts.taxCodes),
    minimum_commitment: strictly(record(), MinimumCommitmentInput),
    charges: withElements(recordList(), ChargeInOverrides),
    fixed_charges: withElements(recordList(), FixedChargeInOverrides),
    usage_thresholds: withElements(recordList(), UsageThresholdInput),
  }),
  "A subscription's own terms in place of those of its plan",
);
