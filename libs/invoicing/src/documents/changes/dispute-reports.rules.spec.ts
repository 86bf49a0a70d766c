import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PaymentDisputeRow } from '../../model/payments/payment-disputes.repository.js';
import { disputeAfter, type DisputeReport } from './dispute-reports.rules.js';

const at = (second: number) => new Date(second * 1000);

describe('a report of a provider about a payment that had succeeded (webhooks, amendments)', () => {
  it('counts for the first time, unless it says that the money is there', () => {
    for (const status of ['opened', 'lost', 'won'] as const)
      expect(disputeAfter(undefined, { status, at: at(1) })).toEqual({ status, isNew: true });
    expect(disputeAfter(undefined, { status: 'restored', at: at(1) })).toBeNull();
    expect(disputeAfter({ status: 'won', at: at(1) }, { status: 'restored', at: at(2) })).toBeNull();
  });

  it('restores lost money, which a second chargeback may take again', () => {
    const lost = { status: 'lost', at: at(1) } as const;
    expect(disputeAfter(lost, { status: 'restored', at: at(2) })).toEqual({ status: 'won', isNew: true });
    expect(disputeAfter({ status: 'won', at: at(2) }, { status: 'lost', at: at(3) })).toEqual({
      status: 'lost',
      isNew: true,
    });
  });

  it('is told once', () => {
    expect(disputeAfter({ status: 'lost', at: at(1) }, { status: 'lost', at: at(2) })).toEqual({
      status: 'lost',
      isNew: false,
    });
  });

  it('of a decision counts more than an opening of the same instant', () => {
    expect(disputeAfter({ status: 'lost', at: at(1) }, { status: 'opened', at: at(1) })).toBeNull();
    expect(disputeAfter({ status: 'opened', at: at(1) }, { status: 'lost', at: at(1) })?.status).toBe('lost');
  });

  it('leaves the same status in whatever order the reports come', () => {
    const courses = fc.uniqueArray(
      fc.record({ status: fc.constantFrom('opened', 'lost', 'won'), second: fc.nat(1000) }),
      { minLength: 1, maxLength: 6, selector: ({ second }) => second },
    );
    const play = (reports: DisputeReport[]) =>
      reports.reduce<Pick<PaymentDisputeRow, 'status' | 'at'> | undefined>((before, report) => {
        const after = disputeAfter(before, report);
        return after ? { status: after.status, at: report.at } : before;
      }, undefined)?.status;
    fc.assert(
      fc.property(courses, fc.infiniteStream(fc.nat()), (course, seeds) => {
        const reports = course.map(({ status, second }): DisputeReport => ({ status, at: at(second) }));
        const inOrder = reports.toSorted((one, other) => one.at.getTime() - other.at.getTime());
        const shuffled = reports
          .map((report) => ({ report, by: seeds.next().value as number }))
          .toSorted((one, other) => one.by - other.by)
          .map(({ report }) => report);
        expect(play(shuffled)).toBe(play(inOrder));
      }),
    );
  });
});
