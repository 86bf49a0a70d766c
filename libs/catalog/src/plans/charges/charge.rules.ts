import type { AggregationTypeName, ChargeModelName } from '@tollgate/contracts';
import { chargeModelOf, findAggregation, type ModelRules } from '@tollgate/rating';
import type { AddError } from '../../records.js';
import type { Properties } from '../../model/tables/charges.tables.js';
import { propertyErrors } from '../prices/property-rules.js';

/** The input of the rules of a charge; without a model if the request has none or an unknown one. */
export interface CheckedCharge {
  model: ChargeModelName | undefined;
  /** The request has no model at all. */
  modelMissing: boolean;
  properties: Properties;
  payInAdvance: boolean;
  prorated: boolean;
  invoiceable: boolean;
  regroupPaidFees: string | null;
  minAmountCents: bigint;
  metric: { aggregation_type: AggregationTypeName; recurring: boolean };
}

/** Checks the rules of a charge across fields and against its metric (catalog, section 4.1). */
export function checkCharge(charge: CheckedCharge, add: AddError): void {
  const { model, metric, payInAdvance, invoiceable } = charge;
  const rules = model && chargeModelOf(model).rules;
  const aggregation = findAggregation(metric.aggregation_type);
  if (charge.modelMissing) add('charge_model', 'value_is_invalid', 'value_is_mandatory');
  if (payInAdvance && (rules?.inAdvance === false || aggregation?.inAdvance === null)) {
    add('pay_in_advance', 'invalid_aggregation_type_or_charge_model');
  }
  if (payInAdvance && charge.minAmountCents > 0n) add('min_amount_cents', 'not_compatible_with_pay_in_advance');
  if (!invoiceable && !payInAdvance) add('invoiceable', 'must_be_true_unless_pay_in_advance');
  if (charge.regroupPaidFees !== null && !(payInAdvance && !invoiceable)) {
    add('regroup_paid_fees', 'only_compatible_with_pay_in_advance_and_non_invoiceable');
  }
  if (charge.prorated && !mayBeProrated(charge, rules)) add('prorated', 'invalid_billable_metric_or_charge_model');
  if (rules?.prices === 'events' && !aggregation?.prices.ofEvents)
    add('charge_model', 'invalid_aggregation_type_or_charge_model');
  if (model) add('properties', ...propertyErrors(model, charge.properties, metric.aggregation_type));
}

function mayBeProrated({ metric, payInAdvance }: CheckedCharge, rules: ModelRules | undefined): boolean {
  if (!metric.recurring || findAggregation(metric.aggregation_type)?.prorated === null) return false;
  return (payInAdvance ? rules?.prorated.inAdvance : rules?.prorated.inArrears) ?? false;
}
