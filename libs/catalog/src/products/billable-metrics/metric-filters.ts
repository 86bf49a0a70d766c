import { BillableMetricFilterInput, isBlank, type RawInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { readRecord } from '../../records.js';
import type { MetricFilterView } from '../../views.js';

const withoutNullBytes = (text: string) => text.replaceAll('\u0000', '');

/**
 * Reads the filters of a metric: repeated values collapse, and the last entry of a repeated key wins
 * (catalog, section 2.2). @throws ValidationFailed
 */
export async function readMetricFilters(raw: RawInput[]): Promise<MetricFilterView[]> {
  if (raw.some(({ values }) => !Array.isArray(values) || values.every(isBlank)))
    throw new ValidationFailed({ values: ['value_is_mandatory'] });
  const byKey = new Map<string, string[]>();
  for (const item of raw) {
    const { key, values } = await readRecord(BillableMetricFilterInput, item, () => undefined);
    byKey.set(key, [...new Set((values ?? []).map(withoutNullBytes))]);
  }
  return [...byKey].map(([key, values]) => ({ key, values }));
}
