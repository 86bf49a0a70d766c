import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Interval } from '../requests.ts';
import {
  type Anchor,
  beginningOf,
  civil,
  daysBetween,
  endOf,
  isoDay,
  periodDays,
  periodEnd,
  periodStart,
} from './calendar.ts';

const dayOf = (text: string) => Date.parse(text) / 86_400_000;
const periodOf = (text: string, interval: Interval, anchor: Anchor) => {
  const start = periodStart(dayOf(text), interval, anchor);
  return `${isoDay(start)} to ${isoDay(periodEnd(start, interval, anchor))}`;
};

describe('periods', () => {
  const from31January = civil(dayOf('2024-01-31'));

  it('of months begin on the last day where the anchor has no date', () => {
    assert.equal(periodOf('2024-02-28', 'monthly', from31January), '2024-01-31 to 2024-02-28');
    assert.equal(periodOf('2024-02-29', 'monthly', from31January), '2024-02-29 to 2024-03-30');
    assert.equal(periodOf('2024-04-15', 'monthly', from31January), '2024-03-31 to 2024-04-29');
  });

  it('have as many days as their months', () => {
    assert.equal(periodDays(dayOf('2024-02-01'), 'monthly', from31January), 29);
    assert.equal(periodDays(dayOf('2024-03-01'), 'monthly', from31January), 31);
  });

  it('of weeks begin on the weekday of the anchor', () => {
    // 15 May 2024 was a Wednesday, 31 January 2024 also.
    assert.equal(periodOf('2024-05-14', 'weekly', from31January), '2024-05-08 to 2024-05-14');
    assert.equal(periodOf('2024-05-15', 'weekly', { ...from31January, weekday: 0 }), '2024-05-13 to 2024-05-19');
  });

  it('of quarters begin in the months of the anchor', () => {
    assert.equal(periodOf('2024-03-01', 'quarterly', civil(dayOf('2023-11-30'))), '2024-02-29 to 2024-05-29');
  });
});

describe('local days', () => {
  it('are counted by the local clock', () => {
    // Paris changes its clocks on 31 March 2024, so March has 743 hours.
    const [from, to] = [beginningOf(dayOf('2024-03-01'), 'Europe/Paris'), endOf(dayOf('2024-03-31'), 'Europe/Paris')];
    assert.equal(to + 1 - from, 743 * 3_600_000);
    assert.equal(daysBetween(from, to, 'Europe/Paris'), 31);
  });

  it('count once they have started', () => {
    assert.equal(daysBetween(Date.parse('2024-01-01T12:00Z'), Date.parse('2024-01-02T12:00:00.001Z'), 'UTC'), 2);
  });
});
