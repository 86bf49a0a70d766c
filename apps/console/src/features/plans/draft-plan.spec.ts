import { beforeAll, expect, it } from '@jest/globals';
import { i18n } from '@lingui/core';
import type { Charge, Plan } from '../../api/records.js';
import type { Field, Values } from '../../acts/field.js';
import { typedAtFirst, valuesOf } from '../../acts/values.js';
import { addedChargeFields, lacksPrice, ownChargeFields } from './charge-fields.js';
import { changedPlan, createdPlan, pricedDraft } from './draft-plan.js';
import { chargeBody, planBody } from './plan-body.js';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const range = (from_value: number, to_value: number | null, per_unit_amount: string) => ({
  from_value,
  to_value,
  per_unit_amount,
  flat_amount: '0',
});
const charge = (code: string, charge_model: string, properties: object, more: object = {}) =>
  ({
    svc_id: `id of ${code}`,
    svc_billable_metric_id: `metric of ${code}`,
    code,
    charge_model,
    properties,
    invoice_display_name: null,
    billable_metric_code: code,
    pay_in_advance: false,
    min_amount_cents: 0,
    applied_pricing_unit: null,
    filters: [],
    taxes: [],
    ...more,
  }) as unknown as Charge;
const charges = [
  charge('tokens', 'graduated', {
    graduated_ranges: [range(0, 10, '1'), range(10, 20, '0.5'), range(21, null, '0.1')],
    pricing_group_keys: ['region'],
  }),
  charge('seats', 'percentage', { rate: '2' }, { min_amount_cents: 500, taxes: [{ code: 'vat' }] }),
];
const plan = {
  name: 'Basic',
  code: 'basic',
  interval: 'monthly',
  amount_cents: 1000,
  amount_currency: 'EUR',
  pay_in_advance: true,
  trial_period: 14,
  description: 'For small teams',
  minimum_commitment: { amount_cents: 5000, invoice_display_name: null, taxes: [] },
  usage_thresholds: [],
  taxes: [{ code: 'vat' }],
  fixed_charges: [],
  charges,
} as unknown as Plan;
const form = {
  name: 'Basic',
  code: 'basic',
  interval: 'monthly',
  amount_cents: '1000',
  amount_currency: 'eur',
  pay_in_advance: 'true',
  trial_period: '14',
  description: 'For small teams',
};

/** The values of fields when a person types something into them in German. */
const values = (fields: readonly Field[], typed: Values = {}): Values => ({
  ...form,
  ...valuesOf(fields, { ...typedAtFirst(fields, 'de', 'UTC'), ...typed }, 'de', 'UTC').values,
});

it('a copy has all that its plan has', () => {
  expect(createdPlan(values(addedChargeFields(charges)), plan)).toEqual({
    ...planBody(plan),
    charges: [
      chargeBody(charges[0] as Charge),
      {
        ...chargeBody(charges[1] as Charge),
        properties: {
          rate: '2',
          fixed_amount: null,
          free_units_per_events: null,
          per_transaction_min_amount: null,
          per_transaction_max_amount: null,
        },
      },
    ],
  });
});

it('a new plan has the charges that a person adds, with their models', () => {
  const fields = addedChargeFields([]);
  expect(lacksPrice(values(fields))).toBe(false);
  const chosen = { charge0_metric: 'm', charge0_model: 'package' };
  expect(lacksPrice(values(fields, chosen))).toBe(true);
  const priced = values(fields, {
    ...chosen,
    charge0_package_package_amount: '0,5',
    charge0_package_package_size: '10',
    charge0_package_free_units: '0',
  });
  expect(lacksPrice(priced)).toBe(false);
  expect(createdPlan(priced, null)).toMatchObject({
    amount_currency: 'EUR',
    charges: [
      {
        billable_metric_id: 'm',
        charge_model: 'package',
        properties: { amount: '0.5', package_size: 10, free_units: 0 },
      },
    ],
  });
});

it('a charge of another metric takes nothing of the copied one', () => {
  const typed = { charge1_metric: 'other', charge1_model: 'standard', charge1_standard_amount: '3' };
  expect(createdPlan(values(addedChargeFields(charges), typed), plan).charges?.[1]).toEqual({
    billable_metric_id: 'other',
    charge_model: 'standard',
    properties: { amount: '3' },
  });
});

it('a change names the charges only where a price has changed, and then all of them', () => {
  const fields = ownChargeFields(charges);
  expect(changedPlan(values(fields), plan)).toEqual({
    name: 'Basic',
    amount_cents: 1000,
    description: 'For small teams',
  });
  const changed = changedPlan(values(fields, { 'charge0_graduated_ranges.2.per_unit_amount': '0,2' }), plan);
  expect(changed.charges?.map(({ id }) => id)).toEqual(['id of tokens', 'id of seats']);
  expect(changed.charges?.[0]?.properties).toEqual({
    graduated_ranges: [range(0, 10, '1'), range(10, 20, '0.5'), range(21, null, '0.2')],
    pricing_group_keys: ['region'],
  });
  expect(pricedDraft(values(fields), plan)).toMatchObject({
    amount_cents: 1000,
    minimum_commitment: { amount_cents: 5000 },
  });
});
