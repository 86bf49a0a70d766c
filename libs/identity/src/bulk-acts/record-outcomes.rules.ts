import type { PerformedAct } from '@tollgate/contracts';
import type { BulkActRecordRow, RecordOutcome } from './bulk-act-records.repository.js';

/** Tries of a record whose act fails for a reason that may pass; the last one is two minutes after the first. */
export const mostTries = 8;
const longestPauseMs = 60_000;

type Tried = Pick<BulkActRecordRow, 'record_id' | 'tries'>;

/**
 * Splits the results of a batch: what became of records for good, and the records to try again. A record with too many
 * tries is refused as `unexpected_error`.
 */
export function outcomesOf(
  records: readonly Tried[],
  results: readonly PerformedAct[],
): { settled: RecordOutcome[]; later: string[] } {
  const byId = new Map(results.map((result) => [result.id, result]));
  const settled: RecordOutcome[] = [];
  const later: string[] = [];
  for (const { record_id: id, tries } of records) {
    const result = byId.get(id);
    if (result && result.outcome !== 'later') settled.push({ ...result, outcome: result.outcome });
    else if (tries + 1 < mostTries) later.push(id);
    else settled.push({ id, outcome: 'refused', error_code: 'unexpected_error', error_details: null });
  }
  return { settled, later };
}

/** How long to wait for the next try of a record, in milliseconds; null if none waits. */
export const pauseUntil = (at: Date | null, now: Date): number | null =>
  at === null ? null : Math.min(Math.max(at.getTime() - now.getTime(), 1), longestPauseMs);
