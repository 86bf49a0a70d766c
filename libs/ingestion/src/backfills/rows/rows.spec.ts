import { describe, expect, it } from '@jest/globals';
import type { SourceRule } from '@tollgate/contracts';
import { plainEvent, unknownColumns } from './plain-events.js';
import { countReasons } from './row-accounts.js';
import { eventsOfRows } from './row-events.js';

describe('a row that is an event', () => {
  it('has properties in columns, or in one object', () => {
    expect(
      plainEvent(
        {
          transaction_id: 't1',
          external_subscription_id: 's1',
          code: 'c',
          timestamp: '2024-01-01T00:00:00.5Z',
          precise_total_amount_cents: '1.5',
          properties: '{"a":1,"b":2}',
          'properties.b': 'x',
        },
        'own',
      ),
    ).toEqual({
      transaction_id: 't1',
      external_subscription_id: 's1',
      code: 'c',
      timestamp: '1704067200.5',
      precise_total_amount_cents: '1.5',
      properties: { a: 1, b: 'x' },
    });
  });

  it('gets an identifier of its own place, and keeps what the intake refuses', () => {
    expect(plainEvent({ code: 'c', timestamp: 'soon', properties: 'none' }, 'd:7')).toEqual({
      transaction_id: 'd:7',
      code: 'c',
      timestamp: 'soon',
      properties: 'none',
    });
  });

  it('has no other columns than those of an event, or of exported events', () => {
    const columns = ['acme_id', 'transaction_id', 'timestamp', 'properties', 'properties.a', 'properties.', 'gb'];
    expect(unknownColumns(columns, 'acme')).toEqual(['properties.', 'gb']);
  });
});

const rule: SourceRule = {
  code: 'calls',
  code_path: null,
  when: [{ path: 'state', operator: 'equals', value: 'done' }],
  subscription: 'tenant',
  transaction_id: [],
  timestamp: 'at',
  properties: [],
};
const source = { kind: 'webhook', rules: [rule, { ...rule, code: 'more', when: [] }] } as const;

it('rows make the events of a source, with their places', () => {
  const rows = [{ tenant: 's1', state: 'done', at: '1704067200' }, null, { state: 'x' }];
  expect(eventsOfRows(rows, 11, 'd', { ...source, rules: [rule, { ...rule, code: 'more' }] })).toEqual({
    events: [
      {
        row: 11,
        place: 0,
        rule: 'calls',
        event: {
          transaction_id: 'd\\:11:calls',
          external_subscription_id: 's1',
          code: 'calls',
          timestamp: '1704067200',
          properties: {},
        },
      },
      expect.objectContaining({ row: 11, place: 1, rule: 'more' }),
    ],
    refusals: [{ row: 12, place: 0, rule: null, event: null, errors: { base: ['row_is_invalid'] } }],
    ignored: 1,
  });
});

it('reasons are counted, and those beyond the bound together', () => {
  const refused = (errors: Record<string, string[]>) => ({
    row: 1,
    place: 0,
    outcome: 'refused' as const,
    rule: null,
    transactionId: null,
    errors,
  });
  const many = Array.from({ length: 60 }, (_, place) => refused({ [`f${place}`]: ['x'] }));
  const counted = countReasons({ 'code: value_is_mandatory': 2 }, [
    refused({ code: ['value_is_mandatory'] }),
    refused({ properties: ['expression_evaluation_failed: of a value'] }),
    ...many,
  ]);
  expect(counted).toMatchObject({
    'code: value_is_mandatory': 3,
    'properties: expression_evaluation_failed': 1,
    'f0: x': 1,
    other: 12,
  });
});
