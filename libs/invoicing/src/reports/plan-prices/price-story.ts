import type { ExplanationStep } from '@tollgate/contracts';
import type { StoredUsage } from '@tollgate/rating';
import type { StoredPrice } from '../../model/fee-inputs/fee-inputs.tables.js';
import { roundedPriceSteps } from '../explanations/cents-steps.js';
import { priceSteps } from '../explanations/price-steps.js';
import { Steps } from '../explanations/steps.js';

/** A tried price: the kind of its units and the rule that counts them, as in explanations of fees. */
export interface TriedPrice {
  price: StoredPrice;
  usage: StoredUsage;
  kind: string;
  rule: string;
  currency: string;
}

/** The steps from tried units to their amount in cents, which is the last one. */
export function priceStory({ price, usage, kind, rule, currency }: TriedPrice): ExplanationStep[] {
  const steps = new Steps();
  const units = steps.add({ id: 'units', kind, rule, op: 'sum', args: [usage.units] });
  const amount = priceSteps({ steps, prefix: '', price, usage, units, currency });
  roundedPriceSteps(steps, { amount, quantities: [units] }, price, currency);
  return steps.list;
}
