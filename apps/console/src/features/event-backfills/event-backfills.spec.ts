import { expect, it } from '@jest/globals';
import type { EventBackfill } from '../../api/records.js';
import { backfillColumns, rowColumns } from './columns.js';
import { emptyDraft, formatOf, inputOf } from './draft.js';
import { contentOf } from './file-content.js';
import { failureText, percentOf } from './texts.js';

it('a backfill has its files, its state and its counts', () => {
  const backfill = {
    svc_id: 'b1',
    url: 's3://acme/usage',
    status: 'processing',
    dry_run: true,
    rows_read: 10,
    taken: 5,
    repeated: 2,
    refused: 2,
    refused_invoiced: 1,
    created_at: '2026-01-01T00:00:00Z',
  } as EventBackfill;
  expect(backfillColumns.map((column) => column.csv(backfill))).toEqual([
    '2026-01-01T00:00:00Z',
    's3://acme/usage',
    'processing',
    'dry_run',
    '10',
    '5',
    '2',
    '3',
  ]);
});

it('a refused row has its place and its reasons', () => {
  const row = {
    object: 'a.csv',
    row: 7,
    outcome: 'refused',
    rule: null,
    transaction_id: 't1',
    errors: { code: ['value_is_mandatory'], timestamp: ['invalid_date', 'x'] },
  } as const;
  expect(rowColumns.map((column) => column.csv({ ...row, errors: { ...row.errors } } as never))).toEqual([
    'a.csv',
    '7',
    '',
    't1',
    'code: value_is_mandatory; timestamp: invalid_date, x',
  ]);
  expect(failureText({ error: 'row_is_invalid', error_object: 'a.csv', error_row: 3 })).toBe(
    'row_is_invalid (a.csv / 3)',
  );
  expect(failureText({ error: 'bucket_refused', error_object: null, error_row: null })).toBe('bucket_refused');
});

it('the part that is read is whole at the end alone', () => {
  expect(percentOf({ bytes_done: 999, bytes_total: 1_000, status: 'processing' })).toBe(99);
  expect(percentOf({ bytes_done: 1_000, bytes_total: 1_000, status: 'processing' })).toBe(99);
  expect(percentOf({ bytes_done: 1, bytes_total: 3, status: 'completed' })).toBe(100);
  expect(percentOf({ bytes_done: 0, bytes_total: 0, status: 'pending' })).toBe(0);
});

it('a draft becomes the body of a call', async () => {
  expect(formatOf('A.PARQUET', 'csv')).toBe('parquet');
  expect(formatOf('a.txt', 'jsonl')).toBe('jsonl');
  const file = { ...emptyDraft, fileName: 'a.csv', content: 'a' };
  expect(inputOf(file, { url: 's3://a' })).toEqual({
    format: 'csv',
    dry_run: true,
    invoiced_period_events: 'refuse',
    file_name: 'a.csv',
    content: 'a',
  });
  const bucket = { ...file, from: 'bucket', eventSource: 'files', acceptsInvoiced: true } as const;
  expect(inputOf(bucket, { url: 's3://a', region: ' ', access_key_id: 'k' })).toEqual({
    format: 'csv',
    dry_run: true,
    invoiced_period_events: 'accept',
    event_source: 'files',
    url: 's3://a',
    access_key_id: 'k',
  });
  expect(await contentOf(new Blob([new Uint8Array([80, 255])]), 'parquet')).toBe('UP8=');
});
