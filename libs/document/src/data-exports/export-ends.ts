import { retentionKinds } from '@tollgate/contracts';
import { ApiError, Unavailable, type Instant, type TenantTransaction } from '@tollgate/platform';
import { advance, type DataExportRow } from './data-exports.repository.js';

/** The retention of a file; its addresses expire no later. */
export const retentionMs = retentionKinds.data_exports.days * 24 * 3_600_000;

/** The fields of an export that is complete. @param now by the clock of the organization; files expire in real time */
export const completedAt = (now: Instant) => ({
  status: 'completed' as const,
  completed_at: new Date(now),
  expires_at: new Date(Date.now() + retentionMs),
});

/** Ends an export with an error. */
export const failExport = (transaction: TenantTransaction, row: DataExportRow, error: string): Promise<boolean> =>
  advance(transaction, row, { status: 'failed', error, expires_at: new Date() });

/** Classifies an export error: the code of a permanent one; null for a transient or unexpected one. */
export function permanentFaultOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error instanceof Unavailable || error.status >= 500 || error.status === 429)
    return null;
  return error.message;
}
