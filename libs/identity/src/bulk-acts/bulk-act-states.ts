import type { BulkAct } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { moveRecords } from './bulk-act-records.repository.js';
import { presentBulkAct } from './bulk-act.presenter.js';
import { unfinishedStatuses, updateBulkAct, type BulkActRow } from './bulk-acts.repository.js';

/** Whether an act goes on. */
export const isUnfinished = ({ status }: Pick<BulkActRow, 'status'>): boolean =>
  (unfinishedStatuses as readonly string[]).includes(status);

/**
 * Ends a locked act: records that still wait are left, and webhooks report it.
 * @param stopReason null when it is complete
 */
export async function endBulkAct(
  transaction: TenantTransaction,
  row: BulkActRow,
  stopReason: BulkAct['stop_reason'],
  now: Instant,
): Promise<void> {
  const left = await moveRecords(transaction, row.id, 'waiting', 'left');
  const ended = await updateBulkAct(transaction, row.id, {
    status: stopReason === null ? 'completed' : 'stopped',
    stop_reason: stopReason,
    records_waiting: 0,
    records_left: row.records_left + left,
    completed_at: new Date(now),
  });
  const payload = { bulk_act_id: row.id, bulk_act: presentBulkAct(ended) };
  await transaction.append('bulk_act.completed', row.id, payload, now);
}
