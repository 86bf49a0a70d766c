import type { components } from '../../api/schema.js';
import type { Values } from '../../acts/field.js';
import { pricePerUnit } from './charge-models/charge-inputs.js';

type Charge = components['schemas']['ChargeInPlan'];

/**
 * The charges of the rows of a form. A row with a property is a price of its own for events with that value: a filter of
 * the first charge of its metric. All other events of a metric without another row are free.
 */
export function chargesOfRows(rows: readonly Values[]): Charge[] {
  const charges: Charge[] = [];
  const firstOf = new Map<string, Charge>();
  const add = (metric: string, amount: string): Charge => {
    const charge = pricePerUnit(metric, amount);
    charges.push(charge);
    if (!firstOf.has(metric)) firstOf.set(metric, charge);
    return charge;
  };
  const isFilter = ({ property, value }: Values) => Boolean(property ?? value);
  for (const row of rows) if (!isFilter(row)) add(row['metric'] ?? '', row['amount'] ?? '');
  for (const row of rows.filter(isFilter)) {
    const { metric = '', amount = '', property = '', value = '' } = row;
    const charge = firstOf.get(metric) ?? add(metric, '0');
    charge.filters = [...(charge.filters ?? []), { values: { [property]: [value] }, properties: { amount } }];
  }
  return charges;
}
