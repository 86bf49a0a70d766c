import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StatementSchedule } from '@tollgate/contracts';
import { follow, following, type ScheduleState } from './schedule.rules.js';

const at = (text: string) => Date.parse(text);
const utc = (schedule: StatementSchedule) => ({ schedule, timezone: 'UTC' });
const january: ScheduleState = {
  schedule: 'monthly',
  from_date: '2024-01-01',
  to_date: '2024-01-31',
  next_at: new Date('2024-02-01T00:00:00Z'),
};

describe('the schedule of statements', () => {
  it('begins with the running month or quarter, in the time zone of the customer', () => {
    expect(follow(undefined, utc('off'), at('2024-01-15T00:00:00Z'))).toBeUndefined();
    expect(follow(undefined, utc('monthly'), at('2024-01-15T00:00:00Z'))).toEqual(january);
    const tokyo = { schedule: 'quarterly', timezone: 'Asia/Tokyo' } as const;
    expect(follow(undefined, tokyo, at('2024-03-31T15:00:00Z'))).toEqual({
      schedule: 'quarterly',
      from_date: '2024-04-01',
      to_date: '2024-06-30',
      next_at: new Date('2024-06-30T15:00:00Z'),
    });
  });

  it('continues with the next period', () => {
    expect(following(january, 'UTC')).toEqual({
      schedule: 'monthly',
      from_date: '2024-02-01',
      to_date: '2024-02-29',
      next_at: new Date('2024-03-01T00:00:00Z'),
    });
    expect(() => following({ ...january, schedule: 'off' }, 'UTC')).toThrow('off');
  });

  it('has no day twice, and none left out, when its length changes', () => {
    const february = following(january, 'UTC');
    const quarter = follow(february, utc('quarterly'), at('2024-02-10T00:00:00Z'));
    expect(quarter).toMatchObject({ from_date: '2024-02-01', to_date: '2024-03-31' });
    expect(follow(quarter, utc('monthly'), at('2024-03-05T00:00:00Z'))).toMatchObject({
      from_date: '2024-02-01',
      to_date: '2024-03-31',
    });
  });

  it('does not repeat a period when it is off for a while', () => {
    const february = following(january, 'UTC');
    const off = follow(february, utc('off'), at('2024-02-03T00:00:00Z'));
    expect(off).toEqual({ ...february, schedule: 'off', next_at: null });
    expect(follow(off, utc('monthly'), at('2024-02-04T00:00:00Z'))).toEqual(february);
    expect(follow(off, utc('monthly'), at('2024-06-04T00:00:00Z'))).toMatchObject({
      from_date: '2024-06-01',
      to_date: '2024-06-30',
    });
  });

  it('keeps its period when the time zone changes', () => {
    const moved = follow(
      following(january, 'Pacific/Auckland'),
      { schedule: 'monthly', timezone: 'Pacific/Honolulu' },
      at('2024-02-01T05:00:00Z'),
    );
    expect(moved).toMatchObject({
      from_date: '2024-02-01',
      to_date: '2024-02-29',
      next_at: new Date('2024-03-01T10:00:00Z'),
    });
  });

  it('covers each day once, whatever settings follow each other', () => {
    const settings = fc.record({
      schedule: fc.constantFrom<StatementSchedule>('monthly', 'quarterly'),
      timezone: fc.constantFrom('UTC', 'Pacific/Auckland', 'America/New_York', 'Asia/Kathmandu'),
      wait: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(settings, { minLength: 1, maxLength: 12 }), (changes) => {
        let now = at('2024-01-15T12:00:00Z');
        let state: ScheduleState | undefined;
        let covered = '';
        for (const { wait, ...change } of changes) {
          now += wait * 86_400_000;
          state = follow(state, change, now) as ScheduleState;
          while ((state.next_at as Date).getTime() <= now) {
            if (covered !== '') expect(state.from_date > covered).toBe(true);
            expect(state.to_date >= state.from_date).toBe(true);
            covered = state.to_date;
            const next = following(state, change.timezone);
            expect(Date.parse(next.from_date) - Date.parse(covered)).toBe(86_400_000);
            state = next;
          }
        }
      }),
    );
  });
});
