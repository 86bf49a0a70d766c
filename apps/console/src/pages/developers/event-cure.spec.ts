import { expect, it } from '@jest/globals';
import type { Event, Metric, Subscription } from '../../api/records.js';
import { obstaclesOf } from './event-cure.js';

const event = (fields: Partial<Event> = {}) =>
  ({
    timestamp: '2026-03-10T00:00:00Z',
    external_subscription_id: 'sub',
    properties: { gb: '12' },
    ...fields,
  }) as Event;
const metric = (fields: Partial<Metric> = {}) =>
  ({ field_name: 'gb', expression: null, aggregation_type: 'sum_agg', ...fields }) as Metric;
const subscription = (started: string | null, terminated: string | null = null) =>
  ({ started_at: started, terminated_at: terminated }) as Subscription;
const running = [subscription('2026-03-01T00:00:00Z')];

it('nothing stands against an event of a running subscription with the property of its metric', () => {
  expect(obstaclesOf(event(), metric(), running)).toEqual([]);
  expect(obstaclesOf(event({ properties: {} }), metric({ aggregation_type: 'count_agg' }), running)).toEqual([]);
  expect(
    obstaclesOf(event({ properties: { gb: 'a' } }), metric({ aggregation_type: 'unique_count_agg' }), running),
  ).toEqual([]);
});

it.each([
  [event(), null, running, ['unknown_code']],
  [event({ properties: {} }), metric(), running, ['field_missing']],
  [event({ properties: { gb: 'many' } }), metric(), running, ['field_not_a_number']],
  [event({ external_subscription_id: null }), metric(), [], ['no_subscription']],
  [event(), metric(), [], ['unknown_subscription']],
  [event(), metric(), [subscription('2026-03-11T00:00:00Z')], ['before_start']],
  [event(), metric(), [subscription(null)], ['before_start']],
  [event(), metric(), [subscription('2026-01-01T00:00:00Z', '2026-03-09T00:00:00Z')], ['after_end']],
])('an event that cannot be counted, case %#', (one, ofCode, subscriptions, obstacles) => {
  expect(obstaclesOf(one, ofCode, subscriptions)).toEqual(obstacles);
});

it('an event after an upgrade belongs to the subscription that followed', () => {
  const all = [subscription('2026-01-01T00:00:00Z', '2026-03-09T00:00:00Z'), ...running];
  expect(obstaclesOf(event(), metric(), all)).toEqual([]);
});

it('what the person may not read is not judged', () => {
  expect(obstaclesOf(event(), undefined, undefined)).toEqual([]);
});
