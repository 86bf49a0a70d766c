import { describe, expect, it } from '@jest/globals';
import { addedTotals, completeTo, daysFrom, lastDayAnywhere, lastDayOver } from './daily-usage.rules.js';

const at = (text: string) => Date.parse(text);
const computed = (text: string | null, staleFrom: string | null = null, through = '2024-01-10') =>
  new Date(completeTo({ through, computedUntil: text === null ? null : new Date(text), staleFrom })).toISOString();

describe('the instant up to which days are complete', () => {
  it('is the clock of the last complete run', () => {
    expect(computed('2024-01-12T09:30:00Z')).toBe('2024-01-12T09:30:00.000Z');
  });

  it('is, during a run, the end of the last day with complete records', () => {
    expect(computed(null)).toBe('2024-01-11T12:00:00.000Z');
    expect(computed('2024-01-05T00:00:00Z')).toBe('2024-01-11T12:00:00.000Z');
  });

  it('is at most the start of the first stale day', () => {
    expect(computed('2024-01-12T09:30:00Z', '2024-01-04')).toBe('2024-01-03T10:00:00.000Z');
  });
});

describe('days', () => {
  it('have ended everywhere half a day after UTC, and somewhere fourteen hours before it', () => {
    expect(lastDayOver(at('2024-01-11T11:59:59Z'))).toBe('2024-01-09');
    expect(lastDayOver(at('2024-01-11T12:00:00Z'))).toBe('2024-01-10');
    expect(lastDayAnywhere(at('2024-01-10T10:00:00Z'))).toBe('2024-01-10');
  });

  it('are none if the last is before the first', () => {
    expect(daysFrom('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysFrom('2024-03-02', '2024-03-01')).toEqual([]);
  });
});

it('added totals exclude unchanged metrics, and metrics without a charge', () => {
  const before = { a: { units: '2', amountCents: '20' }, gone: { units: '1', amountCents: '1' } };
  const now = { a: { units: '1.5', amountCents: '15' }, b: { units: '0', amountCents: '0' } };
  expect(addedTotals(now, before)).toEqual({ a: { units: '-0.5', amountCents: '-5' } });
});
