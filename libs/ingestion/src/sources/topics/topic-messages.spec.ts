import { describe, expect, it } from '@jest/globals';
import type { TopicFormat } from '@tollgate/contracts';
import { cloudEventRules } from '../kinds/cloud-event-rules.js';
import { applyRules } from '../rules/apply-rules.js';
import { readMessages, type TopicMessage } from './topic-messages.js';

const message = (offset: number, value: unknown, headers?: TopicMessage['headers']): TopicMessage => ({
  offset: String(offset),
  value: value === null ? null : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  ...(headers ? { headers } : {}),
});
const read = (format: TopicFormat, ...messages: TopicMessage[]) =>
  readMessages({ topic: 'usage', partition: 0, format }, messages);

describe('messages of JSON', () => {
  it('have records, which their place identifies if nothing else does', () => {
    const { inputs, unread } = read(
      'json',
      message(1, { id: 'a' }),
      message(2, [{ x: 1 }, { x: 2 }]),
      message(3, { x: 1e30 }),
      message(4, null),
      message(5, '{'),
      message(6, '7'),
      message(7, JSON.stringify('x'.repeat(300_000))),
      message(8, ''),
    );
    expect(inputs.map(({ id }) => id)).toEqual(['a', 'usage/0/2/1', 'usage/0/2/2', 'usage/0/3']);
    expect(inputs.map(({ place }) => place)).toEqual(['usage/0/1', 'usage/0/2', 'usage/0/2', 'usage/0/3']);
    expect(unread).toEqual([
      { place: 'usage/0/5', reason: 'json_is_invalid' },
      { place: 'usage/0/6', reason: 'record_is_invalid' },
      { place: 'usage/0/7', reason: 'message_is_too_long' },
    ]);
  });

  it('keep numbers exact', () => {
    const [input] = read('json', message(1, '{"gb": 123456789012345678901234567890}')).inputs;
    expect(input?.scopes[0]).toEqual({ gb: '123456789012345678901234567890' });
  });
});

describe('messages of CloudEvents', () => {
  const event = {
    specversion: '1.0',
    id: 'e1',
    source: 'gateway',
    type: 'tokens',
    subject: 's1',
    time: '2026-01-05T12:00:00Z',
  };
  const binary = Object.fromEntries(Object.entries(event).map(([name, value]) => [`ce_${name}`, Buffer.from(value)]));
  const made = {
    rule: 'cloud_event',
    event: {
      transaction_id: 'gateway:e1:cloud_event',
      external_subscription_id: 's1',
      code: 'tokens',
      timestamp: '1767614400',
      properties: { tokens: 7 },
    },
  };

  it('are events by the same rule in both forms', () => {
    const { inputs, unread } = read(
      'cloud_events',
      message(1, { ...event, data: { tokens: 7 } }, { 'content-type': 'application/cloudevents+json' }),
      message(2, { tokens: 7 }, { ...binary, 'content-type': Buffer.from('application/json; charset=utf-8') }),
      message(3, { tokens: 7 }, binary),
    );
    expect(unread).toEqual([]);
    const events = inputs.map((input) => applyRules(cloudEventRules, input).events);
    expect(events).toEqual([[made], [made], [made]]);
  });

  it('may have no data, and a message without any content is a deletion', () => {
    const { inputs, unread } = read('cloud_events', message(1, null, binary), message(2, null));
    expect([inputs.map(({ id }) => id), unread]).toEqual([['e1'], []]);
  });

  it.each([
    [message(1, { ...event, specversion: '0.3' }), 'cloud_event_is_invalid'],
    [message(1, { ...event, id: '' }), 'cloud_event_is_invalid'],
    [message(1, [event]), 'cloud_event_is_invalid'],
    [message(1, { ...event, data_base64: 'AA==' }), 'content_type_is_unknown'],
    [message(1, { tokens: 7 }, { ...binary, 'content-type': 'application/xml' }), 'content_type_is_unknown'],
    [message(1, '<a/>', binary), 'json_is_invalid'],
  ])('are refused: %#', (one, reason) => {
    expect(read('cloud_events', one).unread).toEqual([{ place: 'usage/0/1', reason }]);
  });
});
