import { mainUnits } from '../../ui/money.js';
import { Amount, Price, Units } from '../../ui/values.js';
import type { StepLine } from './steps.js';

/** The unit of the prices that steps compute with: a currency, or a pricing unit with a rate into it. */
export interface PriceUnit {
  currency: string;
  isPricingUnit: boolean;
}

/** The result of a step, in units or as an amount. */
export function StepResult({ line, unit: { currency, isPricingUnit } }: { line: StepLine; unit: PriceUnit }) {
  if (line.unit === 'precise_cents') return <Price amount={mainUnits(line.value, currency)} currency={currency} />;
  if (line.unit === 'cents') return <Amount cents={Number(line.value)} currency={currency} />;
  // A price in a pricing unit has no currency yet.
  if (line.unit === 'units' || isPricingUnit) return <Units value={line.value} />;
  return <Price amount={line.value} currency={currency} />;
}
