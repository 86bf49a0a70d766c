import { describe, expect, it } from '@jest/globals';
import type { StoredFeeInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import { feeSteps } from './fee-steps.js';

const stepsOf = (inputs: StoredFeeInputs, currency = 'EUR') =>
  feeSteps(inputs, currency).list.map(({ id, op, args, value }) => [id, op, args.join(' '), value]);

const standard = { charge_model: 'standard', properties: { amount: '10' }, conversion_rate: null };

describe('format 1', () => {
  it('explains the fee of a plan by its days', () => {
    const inputs = {
      kind: 'subscription',
      plan_code: 'team',
      plan_amount_cents: '4900',
      timezone: 'Asia/Tokyo',
      formula: 'ending',
      trial_ended_at: null,
      in_trial: false,
      counted: { from: '2025-02-13T15:00:00.000Z', days: 15, without_last_day: true, period_days: 28 },
    } as const;
    expect(stepsOf(inputs)).toEqual([
      ['days_counted', 'sub', '15 1', '14'],
      ['days', 'max', '$days_counted 0', '14'],
      ['price_days', 'mul', '4900 $days', '68600'],
      ['cents', 'round_half_up', '$price_days 28', '2450'],
    ]);
    expect(stepsOf({ ...inputs, counted: null })).toEqual([['cents', 'round_half_up', '4900', '4900']]);
    expect(stepsOf({ ...inputs, counted: null, in_trial: true }).at(-1)).toEqual([
      'cents',
      'round_half_up',
      '$in_trial',
      '0',
    ]);
  });

  it('explains the minimum of a charge, also in pricing units', () => {
    const inputs = {
      kind: 'minimum',
      plan_code: 'team',
      charge_code: 'calls',
      minimum_cents: '1000',
      days: 10,
      period_days: 30,
      used_cents: ['100', '50'],
      further_used_cents: '3',
      conversion_rate: null,
    } as const;
    expect(stepsOf({ ...inputs, used_cents: [...inputs.used_cents] })).toEqual([
      ['minimum_days', 'mul', '1000 10', '10000'],
      ['minimum', 'div', '$minimum_days 30', null],
      ['used', 'sum', '100 50 3', '153'],
      ['missing', 'sub', '$minimum $used', null],
      ['cents', 'round_half_up', '$missing', '180'],
    ]);
    expect(stepsOf({ ...inputs, used_cents: [], further_used_cents: null, conversion_rate: '0.5' }).at(-1)).toEqual([
      'cents',
      'round_half_up',
      '$in_cents',
      '167',
    ]);
  });

  it('explains fixed charges by days, and less what the plan before was paid', () => {
    const inputs = {
      kind: 'fixed_charge',
      plan_code: 'team',
      charge_code: 'seats',
      price: standard,
      prorated: true,
      timezone: 'UTC',
      units: '12',
      period_days: 30,
      unit_days: [
        ['10', 20],
        ['12', 10],
      ],
      paid: [{ amount_cents: '3000', days: 15, paid_days: 30 }],
    } satisfies StoredFeeInputs;
    expect(stepsOf(inputs).slice(-3)).toEqual([
      ['paid_1', 'round_half_up', '$paid_1_days 30', '1500'],
      ['rest', 'sub', '$cents $paid_1', '9167'],
      ['rest_cents', 'max', '$rest 0', '9167'],
    ]);
    const twice = [...inputs.paid, { amount_cents: '1000', days: 15, paid_days: 40 }];
    expect(stepsOf({ ...inputs, paid: twice }).slice(-4)).toEqual([
      ['paid', 'sum', '$paid_1 $paid_2', '1875'],
      ['paid_cents', 'round_half_up', '$paid 1', '1875'],
      ['rest', 'sub', '$cents $paid_cents', '8792'],
      ['rest_cents', 'max', '$rest 0', '8792'],
    ]);
  });

  it('explains prices that are written without a digit before or after the point', () => {
    const inputs = {
      kind: 'fixed_charge',
      plan_code: 'team',
      charge_code: 'seats',
      price: { ...standard, properties: { amount: '.5' } },
      prorated: false,
      timezone: 'UTC',
      units: '3',
      period_days: 30,
      unit_days: null,
      paid: [],
    } satisfies StoredFeeInputs;
    expect(stepsOf(inputs)).toContainEqual(['amount', 'mul', '$units 0.5', '1.5']);
    const whole = { ...inputs, price: { ...standard, properties: { amount: '5.' } } };
    expect(stepsOf(whole)).toContainEqual(['amount', 'mul', '$units 5', '15']);
  });

  it('explains units that change within a period, and units that were paid already', () => {
    const inputs = {
      kind: 'fixed_charge_change',
      plan_code: 'team',
      charge_code: 'seats',
      price: standard,
      prorated: true,
      units: '12',
      paid_units: '10',
      days: 10,
      period_days: 30,
    } satisfies StoredFeeInputs;
    expect(stepsOf(inputs).at(-1)).toEqual(['cents', 'round_half_up', '$in_cents', '667']);
    expect(stepsOf({ ...inputs, units: '8' }).at(-1)).toEqual(['cents', 'mul', '$added_units 0', '0']);
  });

  it('explains commitments, add-ons and sold credits', () => {
    const commitment = {
      kind: 'commitment',
      plan_code: 'team',
      commitment_cents: '10000',
      days: 15,
      period_days: 31,
      billed_cents: '1000',
      new_cents: '500',
    } as const;
    expect(stepsOf(commitment).at(-1)).toEqual(['cents', 'max', '$missing 0', '3339']);
    expect(stepsOf({ kind: 'add_on', unit_amount_cents: '333', units: '2.5' }).at(-1)?.[3]).toBe('833');
    expect(stepsOf({ kind: 'credit', credits: '10', rate: '1.5', amount_cents: '1500' }).at(-1)?.[3]).toBe('1500');
  });
});
