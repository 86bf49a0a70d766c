import { describe, expect, it } from '@jest/globals';
import type { AggregationTypeName, ChargeModelName } from '@tollgate/contracts';
import { checkCharge, type CheckedCharge } from './charge.rules.js';
import { defaultProperties } from '../prices/properties.js';

function errors(
  model: ChargeModelName,
  aggregation: AggregationTypeName,
  changes: Partial<CheckedCharge> = {},
  recurring = false,
): Record<string, string[]> {
  const errorsByField: Record<string, string[]> = {};
  const charge: CheckedCharge = {
    model,
    modelMissing: false,
    properties: defaultProperties(model),
    payInAdvance: false,
    prorated: false,
    invoiceable: true,
    regroupPaidFees: null,
    minAmountCents: 0n,
    metric: { aggregation_type: aggregation, recurring },
    ...changes,
  };
  checkCharge(charge, (field, ...codes) => {
    if (codes.length > 0) errorsByField[field] = codes;
  });
  return errorsByField;
}

describe('rules of a charge (catalog, section 4.1)', () => {
  it('reject in advance: volume, and aggregations that one event cannot decide', () => {
    const refused = { pay_in_advance: ['invalid_aggregation_type_or_charge_model'] };
    const inAdvance = { payInAdvance: true };
    expect(errors('volume', 'sum_agg', inAdvance)).toEqual(refused);
    for (const aggregation of ['max_agg', 'latest_agg', 'weighted_sum_agg'] as const)
      expect(errors('standard', aggregation, inAdvance)).toEqual(refused);
    for (const aggregation of ['count_agg', 'sum_agg', 'unique_count_agg'] as const)
      expect(errors('graduated', aggregation, inAdvance)).toEqual({});
  });

  it('reject a minimum in advance', () => {
    expect(errors('standard', 'sum_agg', { payInAdvance: true, minAmountCents: 1n })).toEqual({
      min_amount_cents: ['not_compatible_with_pay_in_advance'],
    });
    expect(errors('standard', 'sum_agg', { minAmountCents: 1n })).toEqual({});
  });

  it('allow skipped invoices only in advance, and regrouping only of skipped ones', () => {
    expect(errors('standard', 'sum_agg', { invoiceable: false })).toEqual({
      invoiceable: ['must_be_true_unless_pay_in_advance'],
    });
    const regroup = { regroup_paid_fees: ['only_compatible_with_pay_in_advance_and_non_invoiceable'] };
    expect(errors('standard', 'sum_agg', { regroupPaidFees: 'invoice' })).toEqual(regroup);
    expect(errors('standard', 'sum_agg', { regroupPaidFees: 'invoice', payInAdvance: true })).toEqual(regroup);
    expect(
      errors('standard', 'sum_agg', { regroupPaidFees: 'invoice', payInAdvance: true, invoiceable: false }),
    ).toEqual({});
  });

  it('allow proration of recurring metrics only for models that support it', () => {
    const refused = { prorated: ['invalid_billable_metric_or_charge_model'] };
    const prorated = { prorated: true };
    const inAdvance = { prorated: true, payInAdvance: true };
    for (const model of ['standard', 'volume', 'graduated'] as const)
      expect(errors(model, 'sum_agg', prorated, true)).toEqual({});
    for (const model of ['package', 'percentage', 'graduated_percentage'] as const)
      expect(errors(model, 'sum_agg', prorated, true)).toEqual(refused);
    expect(errors('standard', 'unique_count_agg', inAdvance, true)).toEqual({});
    expect(errors('graduated', 'sum_agg', inAdvance, true)).toEqual(refused);
    expect(errors('standard', 'sum_agg', prorated, false)).toEqual(refused);
    expect(errors('standard', 'weighted_sum_agg', prorated, true)).toEqual(refused);
  });

  it('require a sum for dynamic prices', () => {
    expect(errors('dynamic', 'sum_agg')).toEqual({});
    expect(errors('dynamic', 'count_agg')).toEqual({ charge_model: ['invalid_aggregation_type_or_charge_model'] });
  });

  it('report all errors of one charge together', () => {
    expect(errors('standard', 'sum_agg', { invoiceable: false, properties: {} })).toEqual({
      invoiceable: ['must_be_true_unless_pay_in_advance'],
      properties: ['invalid_amount'],
    });
    expect(errors('standard', 'sum_agg', { model: undefined, modelMissing: true })).toEqual({
      charge_model: ['value_is_invalid', 'value_is_mandatory'],
    });
  });
});
