import { backfillBounds, type BackfillOutcome, type FieldErrors } from '@tollgate/contracts';
import type { RefusedRow } from '../records/backfill-rows.repository.js';
import type { RowRefusal } from './row-events.js';

/** The outcomes of rows. */
export interface RowAccount {
  taken: number;
  repeated: number;
  ignored: number;
  refused: RefusedRow[];
}

export const refusedRow = ({ row, place, rule, event, errors }: RowRefusal, outcome: BackfillOutcome): RefusedRow => ({
  row,
  place,
  outcome,
  rule,
  transactionId: identifierOf(event?.['transaction_id']),
  errors,
});

const longestIdentifier = 255;

const identifierOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestIdentifier) : null;

/** Reasons beyond the bound count together. */
const others = 'other';

/** A reason as it is counted: `timestamp: invalid_date`. The text after the code, such as a value, is left out. */
const reasonsOf = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([field, codes]) =>
    codes.map((code) => `${field}: ${code.split(':')[0] ?? ''}`.slice(0, longestIdentifier)),
  );

/** Adds the reasons of refused events to their counts. */
export function countReasons(counts: Readonly<Record<string, number>>, refused: readonly RefusedRow[]) {
  const counted = new Map(Object.entries(counts));
  for (const { errors } of refused) {
    const [reason = others] = reasonsOf(errors);
    const key = counted.has(reason) || counted.size < backfillBounds.reasons ? reason : others;
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counted);
}
