import { bulkActKindOf, type BulkAct, type BulkActResult } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import type { BulkActRecordRow } from './bulk-act-records.repository.js';
import type { BulkActRow } from './bulk-acts.repository.js';

export const presentBulkAct = (row: BulkActRow): BulkAct => ({
  svc_id: row.id,
  act: row.act,
  resource_type: bulkActKindOf(row.act).records.name,
  filters: row.filters,
  arguments: row.arguments,
  status: row.status,
  stop_reason: row.stop_reason,
  records_total: row.records_total,
  records_waiting: row.records_waiting,
  records_done: row.records_done,
  records_skipped: row.records_skipped,
  records_refused: row.records_refused,
  records_left: row.records_left,
  svc_api_key_id: row.api_key_id,
  svc_user_id: row.user_id,
  created_at: isoSeconds(row.created_at),
  started_at: isoSecondsOrNull(row.started_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});

export const presentBulkActResult = (row: BulkActRecordRow): BulkActResult => ({
  svc_id: row.id,
  svc_record_id: row.record_id,
  name: row.name,
  outcome: row.outcome,
  error_code: row.error_code,
  error_details: row.error_details,
  ended_at: isoSecondsOrNull(row.ended_at),
});
