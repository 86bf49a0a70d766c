import { expect, it } from '@jest/globals';
import type { EventSource } from '../../api/records.js';
import { conditionsText, propertiesText, ruleColumns, sourceColumns } from './columns.js';

const rule = {
  code: 'tokens',
  code_path: null,
  when: [
    { path: 'status', operator: 'equals', value: 'ok' },
    { path: 'user', operator: 'exists', value: null },
  ],
  subscription: 'user',
  transaction_id: ['id', 'part'],
  timestamp: 'at',
  properties: [
    { name: 'tokens', path: 'input', value: null, subtract: ['cached'], factor: '0.001', optional: false },
    { name: 'cost', path: 'cost', value: null, subtract: [], factor: '100', optional: false },
    { name: 'model', path: 'model', value: null, subtract: [], factor: null, optional: true },
    { name: 'region', path: null, value: 'eu', subtract: [], factor: null, optional: false },
  ],
} as EventSource['rules'][number];

it('a rule is shown in the notation of programs', () => {
  expect(conditionsText(rule)).toBe('status = ok ∧ ∃ user');
  expect(propertiesText(rule)).toBe(
    'tokens = (input − cached) × 0.001; cost = cost × 100; model = model; region = "eu"',
  );
  expect(ruleColumns.map((column) => column.csv(rule))).toEqual([
    'tokens',
    'user',
    conditionsText(rule),
    propertiesText(rule),
    'id, part',
    'at',
  ]);
});

it('a source has its counts and its last error', () => {
  const source = {
    code: 'gateway',
    name: 'Gateway',
    kind: 'litellm',
    enabled: false,
    taken: 5,
    refused: 1,
    last_received_at: '2026-01-01T00:00:00Z',
    last_error: 'tokens: timestamp: invalid_date',
  } as EventSource;
  expect(sourceColumns.map((column) => column.csv(source))).toEqual([
    'Gateway',
    'gateway',
    'litellm',
    'disabled',
    '5',
    '1',
    '2026-01-01T00:00:00Z',
    'tokens: timestamp: invalid_date',
  ]);
});
