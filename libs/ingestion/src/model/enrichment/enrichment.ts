import type { MetricView } from '@tollgate/catalog/reader';
import { fieldText, propertyText, type EventTexts } from '@tollgate/rating';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** The value of an event to the metric of its code. */
export interface Enrichment {
  /** Text form of the metric's field; null when it is missing or the code has no metric. */
  valueText: string | null;
  /** The same as a plain decimal; null when it is not one (metering, section 3.1). */
  value: string | null;
  operationType: 'add' | 'remove';
  /** Texts of all properties that are present, by which filters and groups distinguish events. */
  texts: EventTexts;
}

const plainDecimal = /^-?\d+(\.\d+)?$/;
// The store's decimal holds 46 digits before the point and 30 after it.
const fits = (text: string): boolean => {
  if (text.length <= 30) return true;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return whole.length <= 46 && fraction.length <= 30;
};

/** Computes the value of an event to its metric. */
export function enrich(event: AcceptedEvent, metric: MetricView | undefined): Enrichment {
  const operationType = event.properties['operation_type'] === 'remove' ? 'remove' : 'add';
  const texts = presentTexts(event.properties);
  const valueText = metric ? fieldText(metric, texts) : null;
  const value = valueText !== null && plainDecimal.test(valueText) && fits(valueText) ? valueText : null;
  return { valueText, value, operationType, texts };
}

function presentTexts(properties: Record<string, unknown>): EventTexts {
  const texts: Record<string, string> = {};
  for (const name of Object.keys(properties)) {
    const text = propertyText(properties[name]);
    if (text === null) continue;
    if (name === '__proto__') Object.defineProperty(texts, name, { value: text, enumerable: true });
    else texts[name] = text;
  }
  return texts;
}
