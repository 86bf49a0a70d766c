import type { EventBackfill } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import type { BackfillRow } from './backfills.repository.js';

export const presentBackfill = (row: BackfillRow): EventBackfill => ({
  svc_id: row.id,
  status: row.status,
  format: row.format,
  event_source: row.event_source_code,
  dry_run: row.dry_run,
  invoiced_period_events: row.invoiced_period_events,
  url: row.url,
  endpoint: row.endpoint,
  region: row.region,
  access_key_id: row.access_key_id,
  objects_total: row.objects_total,
  objects_done: row.objects_done,
  bytes_total: Number(row.bytes_total),
  bytes_done: Number(row.bytes_done),
  rows_read: Number(row.rows_read),
  taken: Number(row.taken),
  repeated: Number(row.repeated),
  refused: Number(row.refused),
  refused_invoiced: Number(row.refused_invoiced),
  ignored: Number(row.ignored),
  refused_reasons: row.refused_reasons,
  error: row.error,
  error_object: row.error_object,
  error_row: row.error_row === null ? null : Number(row.error_row),
  created_at: isoSeconds(row.created_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});
