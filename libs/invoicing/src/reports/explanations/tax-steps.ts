import type { FeeRow, FeeTaxRow } from '../../model/fees/fees.repository.js';
import { checkOf, type Check } from './checks.js';
import { Steps } from './steps.js';

/** Steps, and what their results must equal. */
export interface CheckedSteps {
  steps: Steps;
  checks: Check[];
}

/** The taxes of a fee: each on the fee less its discounts, their sum rounded once (invoices, section 4.3). */
export function feeTaxSteps(fee: FeeRow, taxes: FeeTaxRow[]): CheckedSteps {
  const steps = new Steps();
  const rule = 'invoices, section 4.3';
  const args = [String(fee.amount_cents), fee.precise_coupons_amount_cents];
  const base = steps.add({ id: 'taxable', kind: 'taxable', rule, op: 'sub', args });
  const checks: Check[] = [];
  const amounts = taxes.map((tax, position) => {
    const id = `tax_${position + 1}`;
    const of = tax.tax_code;
    // A tax of an engine is what the engine computed (webhooks, section 19).
    if (tax.tax_id === null)
      return steps.add({
        id,
        kind: 'engine_tax',
        rule: 'webhooks, section 19',
        of,
        op: 'sum',
        args: [String(tax.amount_cents)],
      });
    const amount = steps.add({ id, kind: 'tax', rule, of, op: 'mul', args: [base, tax.tax_rate, '0.01'] });
    const cents = steps.add({
      id: `${id}_cents`,
      kind: 'tax_cents',
      rule,
      of,
      op: 'round_half_up',
      args: [amount],
      places: 0,
    });
    checks.push(checkOf(`applied_taxes.${of}.amount_cents`, tax.amount_cents, cents));
    return amount;
  });
  const sum = steps.add({ id: 'taxes', kind: 'taxes', rule, op: 'sum', args: amounts });
  const cents = steps.add({
    id: 'taxes_cents',
    kind: 'taxes_cents',
    rule,
    op: 'round_half_up',
    args: [sum],
    places: 0,
  });
  return { steps, checks: [...checks, checkOf('taxes_amount_cents', fee.taxes_amount_cents, cents)] };
}
