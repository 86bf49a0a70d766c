import { describe, expect, it } from '@jest/globals';
import { ChargeInPlan } from '@tollgate/contracts';
import { changeByOverride, draftChargeInPlan, draftChargeOverride, draftNewCharge, minimumOf } from './charge.draft.js';
import { metricId, storedCharge } from './charge.fixture.js';

describe('the draft of a charge', () => {
  it('has values of well-formed fields, and codes of malformed ones', () => {
    const draft = draftNewCharge(
      { billable_metric_id: metricId, charge_model: 'tiered', min_amount_cents: -1, tax_codes: ['vat'], filters: [{}] },
      ChargeInPlan,
    );
    expect(draft.fields.problems).toEqual({
      charge_model: ['value_is_invalid'],
      min_amount_cents: ['value_is_out_of_range'],
    });
    expect(draft).toMatchObject({ metricId, isModelMissing: false, taxCodes: ['vat'] });
    expect(draft.model).toBeUndefined();
    expect(draft.filters).toMatchObject([{ values: [], fields: { input: {}, problems: {} } }]);
  });

  it('reads an element of a plan as a new charge and as a change', () => {
    const { id, added, changed } = draftChargeInPlan({ id: 'ABC', code: '', charge_model: 'standard' });
    expect(id).toBe('abc');
    expect(added.fields).toMatchObject({ input: { code: '' }, problems: {} });
    expect(changed.fields).toMatchObject({ problems: { code: ['value_is_mandatory'] } });
  });

  it('fills overrides with the values of the charge, except for submitted ones', () => {
    const { row } = storedCharge({ invoice_display_name: 'Storage' });
    const inputOf = (raw: Record<string, unknown>) => changeByOverride(draftChargeOverride(raw), row).fields.input;
    expect(inputOf({ properties: null })).toEqual({ invoice_display_name: 'Storage', properties: { amount: '1' } });
    expect(inputOf({ properties: 'none', charge_model: 'volume' })).toMatchObject({ properties: { amount: '1' } });
    expect(inputOf({ invoice_display_name: null })).toMatchObject({ invoice_display_name: null });
    // A name of the wrong shape is submitted, and clears the name.
    expect(inputOf({ invoice_display_name: {} })).toEqual({ properties: { amount: '1' } });
    expect(inputOf({ properties: { amount: '2' } })).toMatchObject({ properties: { amount: '2' } });
  });

  it('separates the minimum of overrides', () => {
    expect(minimumOf(draftChargeOverride({ min_amount_cents: 5, invoice_display_name: 'n' })).input).toEqual({
      min_amount_cents: 5,
    });
  });
});
