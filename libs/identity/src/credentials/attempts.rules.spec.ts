import { describe, expect, it } from '@jest/globals';
import { judge, limits, proofTries, type Counted, type Limit } from './attempts.rules.js';

const counted = (limit: Limit, tries: number, leftMs = 60_000): Counted => ({
  limit,
  tries,
  isOfPair: limit.name === limits.person.name,
  leftMs,
});

describe('proofs of a person within a quarter of an hour', () => {
  it('lock it to an address after ten from there', () => {
    expect(judge([counted(limits.person, 10)])).toEqual({ wait: 0, isLast: true });
    expect(judge([counted(limits.person, 11)])).toEqual({ wait: 60_000, isLast: false });
    expect(judge([counted(limits.person, 9)])).toEqual({ wait: 0, isLast: false });
  });

  it('lock it to everyone after fifty from anywhere', () => {
    expect(judge([counted(limits.person, 1), counted(limits.everywhere, 50)])).toEqual({ wait: 0, isLast: true });
    expect(judge([counted(limits.person, 1), counted(limits.everywhere, 51)]).wait).toBe(60_000);
  });

  it('leave each person a first try at an address after a hundred from there', () => {
    expect(judge([counted(limits.person, 1), counted(limits.address, 101)])).toEqual({ wait: 0, isLast: false });
    expect(judge([counted(limits.person, 2), counted(limits.address, 101)]).wait).toBe(60_000);
    expect(judge([counted(limits.person, 2), counted(limits.address, 100)])).toEqual({ wait: 0, isLast: false });
  });

  it('leave no first try to calls without a person', () => {
    expect(judge([counted(limits.address, 101)]).wait).toBe(60_000);
  });

  it('wait for the last of the windows that are used up', () => {
    const used = [counted(limits.person, 11, 5_000), counted(limits.everywhere, 51, 9_000), counted(limits.address, 3)];
    expect(judge(used).wait).toBe(9_000);
  });

  it('count apart from a device from which the person signed in before', () => {
    expect(proofTries('ada@example.com', '192.0.2.1', 'device')).toEqual([
      { limit: limits.device, subject: 'ada@example.com', from: 'device' },
    ]);
    expect(judge([counted(limits.device, 10)])).toEqual({ wait: 0, isLast: true });
    expect(judge([counted(limits.device, 11)]).wait).toBe(60_000);
  });

  it('count for the person at the address, for the person everywhere, and for the address', () => {
    expect(proofTries('ada@example.com', '192.0.2.1', null)).toEqual([
      { limit: limits.person, subject: 'ada@example.com', from: '192.0.2.1' },
      { limit: limits.everywhere, subject: 'ada@example.com' },
      { limit: limits.address, subject: '192.0.2.1' },
    ]);
  });
});
