import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CheckedFee,
  type CheckedInvoice,
  faultsOfFee,
  faultsOfInvoice,
  faultsOfUsage,
  type FeeExplanation,
} from './faults.ts';
import { rational, round } from './rational.ts';
import { computeSteps, type Step, textOf } from './steps.ts';

const step = (id: string, op: string, args: string[], value: string | null, places: number | null = null): Step => ({
  id,
  op,
  args,
  places,
  value,
  of: null,
  kind: id,
});

/** Eight seats, five of them free, prorated: 6.4287 for the others. */
const seats = (): Step[] => [
  step('share_6', 'ceil', ['10', '28'], '0.35715', 5),
  step('share_7', 'ceil', ['8', '28'], '0.28572', 5),
  step('share_8', 'ceil', ['2', '28'], '0.07143', 5),
  step('shares', 'sum', ['$share_6', '$share_7', '$share_8'], '0.7143'),
  step('amount', 'mul', ['$shares', '9'], '6.4287'),
  step('in_cents', 'mul', ['$amount', '100'], '642.87'),
  step('cents', 'round_half_up', ['$in_cents'], '643', 0),
];

const fee: CheckedFee = {
  svc_id: 'f',
  amount_cents: 643,
  taxes_amount_cents: 129,
  precise_coupons_amount_cents: '0.0',
  units: '8.0',
  item: { code: 'seats', filters: null, grouped_by: {} },
  applied_taxes: [{ tax_code: 'vat', amount_cents: 129 }],
};
const taxSteps = (): Step[] => [
  step('taxable', 'sub', ['643', '0'], '643'),
  step('tax_1', 'mul', ['$taxable', '20', '0.01'], '128.6'),
  { ...step('tax_1_cents', 'round_half_up', ['$tax_1'], '129', 0), kind: 'tax_cents', of: 'vat' },
  step('taxes', 'sum', ['$tax_1'], '128.6'),
  step('taxes_cents', 'round_half_up', ['$taxes'], '129', 0),
];
const explanation = (changes: Partial<FeeExplanation> = {}): FeeExplanation => ({
  kind: 'charge',
  prorated: true,
  metric: { code: 'seats' },
  filters: null,
  grouped_by: {},
  agrees: true,
  differences: [],
  steps: seats(),
  discount_steps: [step('discounts', 'sum', ['0'], '0')],
  tax_steps: taxSteps(),
  ...changes,
});
const changed = (id: string, changes: Partial<Step>): Step[] =>
  seats().map((one) => (one.id === id ? { ...one, ...changes } : one));

describe('a rounding', () => {
  it('goes away from zero at halves, up and down elsewhere, also to tens', () => {
    const rounded = (text: string, direction: 'ceil' | 'floor' | 'round_half_up', places = 0) =>
      textOf(round(rational(text), direction, places));
    assert.deepEqual(
      [rounded('2.5', 'round_half_up'), rounded('-2.5', 'round_half_up'), rounded('-2.4', 'round_half_up')],
      ['3', '-3', '-2'],
    );
    assert.deepEqual([rounded('-2.1', 'ceil'), rounded('-2.1', 'floor'), rounded('7', 'ceil')], ['-2', '-3', '7']);
    assert.deepEqual([rounded('1234.5', 'floor', -2), rounded('0.123', 'ceil', 2)], ['1200', '13/100']);
  });
});

describe('the steps of an explanation', () => {
  it('lead to the amount', () => {
    assert.deepEqual(faultsOfFee(fee, explanation()), []);
  });

  it('state no value for a quotient without end', () => {
    assert.deepEqual(computeSteps([step('third', 'div', ['1', '3'], null)]).faults, []);
    assert.deepEqual(computeSteps([step('half', 'div', ['1', '2'], null)]).faults, ['step half states null, not 1/2']);
  });

  it('name the step of a planted price, day or result', () => {
    const faults = (steps: Step[]) => faultsOfFee(fee, explanation({ steps }));
    assert.deepEqual(faults(changed('amount', { args: ['$shares', '9.01'] })).slice(0, 1), [
      'step amount states 6.4287, not 6435843/1000000',
    ]);
    assert.match(faults(changed('share_7', { args: ['9', '28'] }))[0] ?? '', /^step share_7 states 0\.28572/);
    assert.deepEqual(faults(changed('cents', { value: '644' })), ['step cents states 644, not 643']);
    assert.match(faults(changed('shares', { args: ['$share_6', '$share_9'] }))[0] ?? '', /no step before is called/);
  });

  it('are compared with the fee and its taxes', () => {
    assert.deepEqual(faultsOfFee({ ...fee, amount_cents: 644 }, explanation()), [
      'amount: step cents leads to 643, not 644',
      'taxable: [643,0], not [644,0]',
    ]);
    assert.deepEqual(faultsOfFee({ ...fee, applied_taxes: [{ tax_code: 'vat', amount_cents: 128 }] }, explanation()), [
      'tax vat: step tax_1_cents leads to 129, not 128',
    ]);
    assert.deepEqual(faultsOfFee(fee, explanation({ metric: { code: 'users' } })), ['metric: "users", not "seats"']);
  });
});

describe('the explanation of an invoice', () => {
  const invoice: CheckedInvoice = {
    svc_id: 'i',
    fees_amount_cents: 643,
    progressive_billing_credit_amount_cents: 0,
    coupons_amount_cents: 0,
    sub_total_excluding_taxes_amount_cents: 643,
    taxes_amount_cents: 129,
    sub_total_including_taxes_amount_cents: 772,
    credit_notes_amount_cents: 0,
    prepaid_credit_amount_cents: 72,
    total_amount_cents: 700,
    prepaid_granted_credit_amount_cents: 70,
    prepaid_purchased_credit_amount_cents: 2,
    applied_taxes: fee.applied_taxes,
    fees: [fee],
    credits: [],
  };
  const steps = [
    step('fees', 'sum', ['643'], '643'),
    step('progressive_credit', 'sum', [], '0'),
    step('coupons', 'sum', [], '0'),
    step('sub_total_excluding_taxes', 'sub', ['$fees', '$coupons'], '643'),
    step('tax_1', 'mul', ['643', '20', '0.01'], '128.6'),
    { ...step('tax_1_cents', 'round_half_up', ['$tax_1'], '129', 0), kind: 'tax_cents', of: 'vat' },
    step('taxes', 'round_half_up', ['$tax_1'], '129', 0),
    step('sub_total_including_taxes', 'sum', ['$sub_total_excluding_taxes', '$taxes'], '772'),
    step('credit_notes', 'sum', [], '0'),
    step('prepaid_credits', 'sum', ['70', '2'], '72'),
    step('total', 'sub', ['$sub_total_including_taxes', '$credit_notes', '$prepaid_credits'], '700'),
  ];
  const explained = {
    agrees: true,
    differences: [],
    steps,
    fees: [{ svc_fee_id: 'f', amount_cents: 643, explained: true }],
    progressive_credits: [],
    coupons: [],
    wallets: [
      { amount_cents: 70, granted_amount_cents: 70, purchased_amount_cents: 0 },
      { amount_cents: 2, granted_amount_cents: 0, purchased_amount_cents: 2 },
    ],
  };

  it('leads from the fees to the total', () => {
    assert.deepEqual(faultsOfInvoice(invoice, explained), []);
  });

  it('names an amount that the invoice has otherwise', () => {
    assert.deepEqual(faultsOfInvoice({ ...invoice, prepaid_credit_amount_cents: 71 }, explained), [
      'prepaid_credit_amount_cents: step prepaid_credits leads to 72, not 71',
      'amounts of wallets are 72, not 71',
    ]);
    assert.deepEqual(faultsOfInvoice({ ...invoice, fees: [fee, fee] }, explained), [
      'fees: [643], not [643,643]',
      'amounts of fees: [643], not [643,643]',
    ]);
  });
});

describe('the explanations of current usage', () => {
  it('add up to it', () => {
    const part = { charge_code: 'seats', amount_cents: 643, agrees: true, differences: [], steps: seats() };
    assert.deepEqual(faultsOfUsage([part], 643), []);
    assert.deepEqual(faultsOfUsage([part, part], 643), ['the parts of the usage are 1286, not 643']);
  });
});
