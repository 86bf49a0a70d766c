import { useLingui } from '@lingui/react/macro';
import { decimalText } from '../../../ui/money.js';
import { StepTable } from '../../fees/step-table.js';
import { chargeIn, type PricedQuantity } from './price-call.js';

/** How the amount of a quantity comes about, in the words of explanations. */
export function Story({
  quantity,
  code,
  unit,
}: {
  quantity: PricedQuantity | undefined;
  code: string;
  unit: { currency: string; isPricingUnit: boolean };
}) {
  const { t, i18n } = useLingui();
  const part = chargeIn(quantity, code)?.parts[0];
  if (!part?.steps) return null;
  const units = decimalText(part.units, i18n.locale);
  return <StepTable label={t`How ${units} units are priced`} steps={part.steps} unit={unit} />;
}
