import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '@tollgate/contracts';
import { parseDateTime, readDates } from './subscription-dates.js';

const now = Date.parse('2024-06-15T12:00:00Z');
const stored = new Date('2024-01-01T00:00:00Z');

const read = (input: Parameters<typeof readDates>[0], fallback = new Date(now)) => {
  const errors: FieldErrors = {};
  return { ...readDates(input, fallback, now, errors), errors };
};

describe('the start and the end of a subscription (subscriptions, section 3, points 3 and 4)', () => {
  it('start now, or at the stored start, and have no end by default', () => {
    expect(read({})).toEqual({ subscriptionAt: new Date(now), endingAt: undefined, errors: {} });
    expect(read({}, stored).subscriptionAt).toEqual(stored);
  });

  it('are ISO 8601 instants with a zone; a day is midnight UTC', () => {
    expect(parseDateTime('2024-06-20T10:00:00+02:00')?.toISOString()).toBe('2024-06-20T08:00:00.000Z');
    expect(parseDateTime(' 2024-06-20 ')?.toISOString()).toBe('2024-06-20T00:00:00.000Z');
    expect(['soon', '20/06/2024', '2024-06-31', ''].map((text) => parseDateTime(text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(read({ subscription_at: 'soon' }).errors).toEqual({ subscription_at: ['invalid_date'] });
  });

  it('may have the end removed', () => {
    expect([null, '', ' '].map((ending_at) => read({ ending_at }).endingAt)).toEqual([null, null, null]);
  });

  it.each([
    ['today', '2024-06-15T23:59:59Z'],
    ['in the past', '2024-06-14T00:00:00Z'],
    ['unreadable', 'later'],
    ['today in UTC, although tomorrow in its own zone', '2024-06-16T01:00:00+02:00'],
  ])('refuse an end that is %s', (_, ending_at) => {
    expect(read({ ending_at }).errors).toEqual({ ending_at: ['invalid_date'] });
  });

  it('accept an end tomorrow, by UTC date', () => {
    expect(read({ ending_at: '2024-06-16T00:00:00Z' })).toMatchObject({
      endingAt: new Date('2024-06-16T00:00:00Z'),
      errors: {},
    });
  });

  it('end after the day of the start, whether requested or stored', () => {
    const start = '2024-07-01T08:00:00Z';
    const refused = { ending_at: ['invalid_date'] };
    expect(read({ subscription_at: start, ending_at: '2024-07-01T20:00:00Z' }).errors).toEqual(refused);
    expect(read({ subscription_at: start, ending_at: '2024-07-02T00:00:00Z' }).errors).toEqual({});
    expect(read({ ending_at: '2024-07-01T20:00:00Z' }, new Date(start)).errors).toEqual(refused);
  });

  it('report both errors together', () => {
    expect(read({ subscription_at: 'x', ending_at: 'y' }).errors).toEqual({
      subscription_at: ['invalid_date'],
      ending_at: ['invalid_date'],
    });
  });
});
