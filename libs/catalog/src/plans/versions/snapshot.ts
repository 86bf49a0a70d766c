import type { Plan, RawInput } from '@tollgate/contracts';
import { isRecord, planForm, recordsOf, type Form } from './plan-form.js';

/** The pricing group keys have an older name beside the new one. */
const withoutOlderName = ({ grouped_by: _, ...properties }: RawInput): Form => properties;

const priced = <T extends RawInput>(record: T): T =>
  isRecord(record['properties']) ? { ...record, properties: withoutOlderName(record['properties']) } : record;

/**
 * The content of a version of a plan: what its customers pay and may use, and its texts. Metadata is no part of it.
 * @param plan as its own call answers it
 */
export function snapshotOf(plan: Plan): Form {
  const { metadata: _, ...form } = planForm({ ...plan });
  return {
    ...form,
    charges: recordsOf(form['charges']).map((charge) => ({
      ...priced(charge),
      filters: recordsOf(charge['filters']).map(priced),
    })),
    fixed_charges: recordsOf(form['fixed_charges']).map(priced),
  };
}
