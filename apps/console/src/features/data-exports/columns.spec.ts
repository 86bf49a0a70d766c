import { expect, it } from '@jest/globals';
import type { DataExport } from '../../api/records.js';
import { exportColumns, fileColumns, filtersText } from './columns.js';

it('an export has its state, its size and its error', () => {
  const row = {
    svc_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90',
    resource_type: 'invoices',
    status: 'failed',
    format: 'parquet',
    rows_written: 371,
    file_size_bytes: 48213,
    error: 'destination_refused',
    created_at: '2026-02-01T03:00:00Z',
    completed_at: null,
  } as DataExport;
  expect(exportColumns.map((column) => column.csv(row))).toEqual([
    'invoices',
    'failed',
    'parquet',
    '371',
    '48213',
    'destination_refused',
    '2026-02-01T03:00:00Z',
    '',
  ]);
});

it('a file has its rows, bytes and digest', () => {
  const file = { name: 'part-00001.parquet', rows: 2, bytes: 10, sha256: 'ab' };
  expect(fileColumns.map((column) => column.csv(file))).toEqual(['part-00001.parquet', '2', '10', 'ab']);
});

it('filters are read as names with their values', () => {
  expect(filtersText({ status: 'active', currencies: ['EUR', 'USD'], overdue: true })).toBe(
    'status = active; currencies = ["EUR","USD"]; overdue = true',
  );
  expect(filtersText({})).toBe('');
});
