import { z } from 'zod';
import { body } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { currency, decimal, integer, prose, recordList, text, textList, withElements } from '../http/fields.js';
import { record } from '../http/fields.js';
import { strictly } from '../http/strict.js';
import { ChargeInPlan } from './charges.js';
import { FixedChargeInPlan } from './fixed-charges.js';
import { FixedChargeOverride } from './subscription-fixed-charges.js';
import { MinimumCommitmentInput } from './minimum-commitments.js';
import { UsageThresholdInput } from './usage-thresholds.js';

const { billable_metric_id, charge_model, properties, invoice_display_name, min_amount_cents, filters, tax_codes } =
  ChargeInPlan.shape;

/** A charge of the plan with the terms that differ. Without an id, metric or code name it (charges, section 9.1). */
export const ChargeInOverrides = body({
  id: text(),
  billable_metric_id,
  charge_model,
  properties,
  invoice_display_name,
  min_amount_cents,
  filters,
  tax_codes,
  code: ChargeInPlan.shape.code,
  applied_pricing_unit: ChargeInPlan.shape.applied_pricing_unit,
});

/** A fixed charge of the plan with the units or terms that differ. Without an id, add-on or code name it. */
export const FixedChargeInOverrides = body({
  id: text(),
  add_on_id: FixedChargeInPlan.shape.add_on_id,
  add_on_code: FixedChargeInPlan.shape.add_on_code,
  code: FixedChargeInPlan.shape.code,
  ...FixedChargeOverride.shape,
});

/** A subscription's own terms beside those of its plan; the rules of plans judge them (customers, section 4.7). */
export const PlanOverrides = body({
  name: text(),
  invoice_display_name: text(),
  description: prose(),
  amount_cents: integer(),
  amount_currency: currency(),
  trial_period: strictly(decimal(0, bounds.days), z.number().min(0).max(bounds.days).nullish()),
  tax_codes: textList(),
  minimum_commitment: strictly(record(), MinimumCommitmentInput),
  charges: withElements(recordList(), ChargeInOverrides),
  fixed_charges: withElements(recordList(), FixedChargeInOverrides),
  usage_thresholds: withElements(recordList(), UsageThresholdInput),
});
