import type { Charge, FixedCharge, Plan } from '../../api/records.js';
import type { components } from '../../api/schema.js';

type Schemas = components['schemas'];
type Create = Schemas['PlanCreate'];

const codesOf = (taxes: readonly { code: string }[]): string[] => taxes.map(({ code }) => code);

/** A charge as the body of a creation has it, without its price and identifier. */
export const chargeBody = (charge: Charge): Schemas['ChargeInPlan'] => ({
  code: charge.code,
  billable_metric_id: charge.svc_billable_metric_id,
  charge_model: charge.charge_model,
  properties: charge.properties,
  invoice_display_name: charge.invoice_display_name,
  invoice_display_name_translations: charge.invoice_display_name_translations,
  pay_in_advance: charge.pay_in_advance,
  prorated: charge.prorated,
  invoiceable: charge.invoiceable,
  regroup_paid_fees: charge.regroup_paid_fees,
  min_amount_cents: charge.min_amount_cents,
  accepts_target_wallet: charge.accepts_target_wallet,
  tax_codes: codesOf(charge.taxes),
  ...(charge.applied_pricing_unit ? { applied_pricing_unit: charge.applied_pricing_unit } : {}),
  filters: charge.filters.map((filter) => ({
    values: filter.values,
    properties: filter.properties,
    invoice_display_name: filter.invoice_display_name,
    invoice_display_name_translations: filter.invoice_display_name_translations,
  })),
});

const fixedChargeBody = (charge: FixedCharge): Schemas['FixedChargeInPlan'] => ({
  code: charge.code,
  add_on_code: charge.add_on_code,
  charge_model: charge.charge_model,
  properties: charge.properties,
  units: charge.units,
  invoice_display_name: charge.invoice_display_name,
  invoice_display_name_translations: charge.invoice_display_name_translations,
  pay_in_advance: charge.pay_in_advance,
  prorated: charge.prorated,
  tax_codes: codesOf(charge.taxes),
});

/** A plan as the body of its creation: everything but its entitlements, which have a call of their own. */
export const planBody = (plan: Plan): Create => ({
  name: plan.name,
  code: plan.code,
  interval: plan.interval,
  amount_cents: plan.amount_cents,
  amount_currency: plan.amount_currency as Create['amount_currency'],
  pay_in_advance: plan.pay_in_advance,
  invoice_display_name: plan.invoice_display_name,
  invoice_display_name_translations: plan.invoice_display_name_translations,
  description: plan.description,
  trial_period: plan.trial_period,
  bill_charges_monthly: plan.bill_charges_monthly,
  bill_fixed_charges_monthly: plan.bill_fixed_charges_monthly,
  tax_codes: codesOf(plan.taxes),
  ...(plan.minimum_commitment
    ? {
        minimum_commitment: {
          amount_cents: plan.minimum_commitment.amount_cents,
          invoice_display_name: plan.minimum_commitment.invoice_display_name,
          invoice_display_name_translations: plan.minimum_commitment.invoice_display_name_translations,
          tax_codes: codesOf(plan.minimum_commitment.taxes),
        },
      }
    : {}),
  usage_thresholds: plan.usage_thresholds.map((threshold) => ({
    amount_cents: threshold.amount_cents,
    threshold_display_name: threshold.threshold_display_name,
    recurring: threshold.recurring,
  })),
  charges: plan.charges.map(chargeBody),
  fixed_charges: plan.fixed_charges.map(fixedChargeBody),
  ...(plan.metadata ? { metadata: plan.metadata } : {}),
});
