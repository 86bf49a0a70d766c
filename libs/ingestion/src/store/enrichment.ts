import type { MetricView } from '@tollgate/catalog/reader';
import type { AcceptedEvent } from '../events/accepted-event.js';

/** What an event is worth to the metric of its code. */
export interface Enrichment {
  /** Text form of the metric's field; null when it is missing or the code has no metric. */
  valueText: string | null;
  /** The same as a plain decimal; null when it is not one (metering, section 3.1). */
  value: string | null;
  operationType: 'add' | 'remove';
}

const plainDecimal = /^-?\d+(\.\d+)?$/;
// What the store's decimal holds: 46 digits before the point and 30 after it.
const fits = (text: string): boolean => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  return whole.length <= 46 && fraction.length <= 30;
};

/** Finds out what an event counts for. */
export function enrich(event: AcceptedEvent, metric: MetricView | undefined): Enrichment {
  const operationType = event.properties['operation_type'] === 'remove' ? 'remove' : 'add';
  if (!metric?.fieldName) return { valueText: null, value: null, operationType };
  const valueText = textOf(event.properties[metric.fieldName]);
  const value = valueText !== null && plainDecimal.test(valueText) && fits(valueText) ? valueText : null;
  return { valueText, value, operationType };
}

/** The text form of a property; numbers never with an exponent where they can be written without. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20, maximumSignificantDigits: 21 });
}
