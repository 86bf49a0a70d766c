import { describe, expect, it } from '@jest/globals';
import { presentable, type OutboxRow } from './outbox-rows.js';

const row = (key: string, change: object = {}): OutboxRow => ({
  sequence: 1n,
  id: `message of ${key}`,
  organization_id: 'organization',
  type: 'coupon.deleted',
  key,
  payload: { coupon_id: key },
  occurred_at: new Date(0),
  request_id: null,
  traceparent: null,
  ...change,
});

describe('rows of an outbox', () => {
  it.each([
    ['an unknown type', { type: 'nothing.known' }],
    ['an inherited name as type', { type: 'toString' }],
    ['a payload that is text', { payload: 'text' }],
    ['no payload', { payload: null }],
    ['an infinite instant', { occurred_at: Infinity }],
  ])('with %s hold back their own key alone', (_, change) => {
    const bad = row('a', change);
    const { good, bad: held } = presentable([row('b'), bad, row('a'), row('c')]);
    expect(good.map(([one]) => one.key)).toEqual(['b', 'c']);
    expect(held).toEqual([bad]);
  });
});
