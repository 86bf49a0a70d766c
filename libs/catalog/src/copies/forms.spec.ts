import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differencesOf, formOf } from './forms.js';

const plan = {
  svc_id: '01a227d3-f26c-771f-ba22-abd6fb602581',
  name: 'Pro',
  code: 'pro',
  interval: 'monthly',
  amount_cents: 4900,
  amount_currency: 'EUR',
  pay_in_advance: false,
  created_at: '2026-01-01T00:00:00Z',
  customers_count: 12,
  taxes: [{ svc_id: '1', code: 'vat' }],
  minimum_commitment: { svc_id: '2', plan_code: 'pro', amount_cents: 100, taxes: [] },
  usage_thresholds: [],
  charges: [
    {
      svc_id: '3',
      svc_billable_metric_id: '4',
      billable_metric_code: 'tokens',
      code: 'tokens',
      charge_model: 'standard',
      properties: { amount: '1' },
      filters: [{ svc_id: '5', charge_code: 'tokens', properties: { amount: '2' }, values: { region: ['eu'] } }],
      taxes: [],
    },
  ],
  fixed_charges: [],
  entitlements: [{ code: 'seats', privileges: [{ code: 'max', value: 5 }] }],
};

describe('the form of a plan', () => {
  it('has codes, and nothing of its organization', () => {
    expect(formOf.plans(plan)).toEqual({
      name: 'Pro',
      code: 'pro',
      interval: 'monthly',
      amount_cents: 4900,
      amount_currency: 'EUR',
      pay_in_advance: false,
      tax_codes: ['vat'],
      minimum_commitment: { amount_cents: 100, tax_codes: [] },
      usage_thresholds: [],
      charges: [
        {
          billable_metric_code: 'tokens',
          code: 'tokens',
          charge_model: 'standard',
          properties: { amount: '1' },
          filters: [{ properties: { amount: '2' }, values: { region: ['eu'] } }],
          tax_codes: [],
        },
      ],
      fixed_charges: [],
      entitlements: { seats: { max: 5 } },
    });
  });

  it('is alike in another organization, and names what differs', () => {
    const other = { ...plan, svc_id: 'x', created_at: 'later', taxes: [{ svc_id: 'y', code: 'vat' }] };
    expect(differencesOf(formOf.plans(plan), formOf.plans(other))).toEqual([]);
    expect(differencesOf(formOf.plans(plan), formOf.plans({ ...other, amount_cents: 5000, name: 'Pro 2' }))).toEqual([
      'amount_cents',
      'name',
    ]);
  });
});

it('a form of any object differs from none of its own', () => {
  fc.assert(
    fc.property(fc.object(), fc.constantFrom(...Object.values(formOf)), (object, form) => {
      expect(differencesOf(form(object), form(JSON.parse(JSON.stringify(object)) as object as never))).toEqual([]);
    }),
  );
});
