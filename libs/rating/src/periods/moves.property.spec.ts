import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BilledSpan } from './boundaries.js';
import { localPlainDate } from './local-time.js';
import { billsOf, isStart, lives, planDays, spanOf, type Bill, type Kind } from './moves.fixture.js';
import { dayNumber } from './plain-date.js';
import type { PlanDays } from './plan-days.js';

const firstDay = ({ from, timezone }: PlanDays) => dayNumber(localPlainDate(from, timezone));
const lastDay = ({ to, timezone }: PlanDays) => dayNumber(localPlainDate(to, timezone));

describe('a subscription with moves to other time zones', () => {
  it.each<Kind>(['charges', 'fixedCharges'])('bills each moment of its %s once', (kind) => {
    fc.assert(
      fc.property(lives, (life) => {
        const { bills, terminatedAt } = billsOf(life);
        let until = life.agreement.startedAt - 1;
        for (const [n, { boundaries }] of bills.entries()) {
          const span = spanOf(boundaries, kind);
          // A bill for a day that began before the start has no usage either.
          const empty = span?.to === life.agreement.startedAt && n < bills.length - 1;
          if (span === null || empty || isStart(life.agreement, n)) continue;
          expect(span.from).toBe(until + 1);
          until = span.to;
        }
        expect(until).toBe(terminatedAt);
      }),
      { numRuns: 120 },
    );
  });

  it.each<Kind>(['charges', 'fixedCharges'])('runs in the period of %s that is billed then', (kind) => {
    fc.assert(
      fc.property(lives, (life) => {
        const { bills, movesBefore, seenPeriods, terminatedAt } = billsOf(life);
        for (const { at, period, moves } of seenPeriods[kind]) {
          const n = bills.findLastIndex(({ boundaries }) => {
            const span = spanOf(boundaries, kind);
            return span !== null && span.from <= at && at <= span.to;
          });
          // Another move may end the period before the instant.
          if (isStart(life.agreement, n) || (movesBefore[n] as number) > moves) continue;
          const span = spanOf((bills[n] as Bill).boundaries, kind) as BilledSpan;
          expect(period.from).toBe(span.from);
          if (span.to !== terminatedAt) expect(period.to).toBe(span.to);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('bills each day of its plan exactly once', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { bills, terminatedAt, timezone } = billsOf(life);
        const fees = bills.filter(({ planFee }) => planFee).map(planDays);
        // The first days of periods move with the zone if they are a date's; the slack is the largest such move.
        const slack = life.agreement.billingTime === 'calendar' ? 0 : 4;
        fees.forEach((fee, n) => {
          const before = fees[n - 1];
          if (before) expect(Math.abs(firstDay(fee) - lastDay(before) - 1)).toBeLessThanOrEqual(slack);
        });
        const last = fees.at(-1);
        expect(last && lastDay(last) + slack).toBeGreaterThanOrEqual(dayNumber(localPlainDate(terminatedAt, timezone)));
      }),
      { numRuns: 120 },
    );
  });
});
