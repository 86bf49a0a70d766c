import { expect, it } from '@jest/globals';
import type { ExportSchedule } from '../../api/records.js';
import { scheduleColumns } from './columns.js';

const schedule = {
  svc_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90',
  resource_type: 'invoices',
  format: 'parquet',
  interval: 'daily',
  next_run_at: '2026-02-02T03:00:00Z',
  last_run: null,
} as ExportSchedule;
const cellsOf = (row: ExportSchedule) => scheduleColumns.map((column) => column.csv(row));

it('a schedule has its last run with the error, and its next one', () => {
  const last = {
    svc_data_export_id: null,
    status: 'failed',
    error: 'too_many_data_exports',
    created_at: '2026-02-01T03:00:00Z',
  } as const;
  expect(cellsOf({ ...schedule, last_run: last })).toEqual([
    'invoices',
    'daily',
    'parquet',
    'failed',
    'too_many_data_exports',
    '2026-02-01T03:00:00Z',
    '2026-02-02T03:00:00Z',
  ]);
});

it('a schedule may have no run yet', () => {
  expect(cellsOf(schedule).slice(3, 6)).toEqual(['', '', '']);
});
