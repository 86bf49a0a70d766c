import { describe, expect, it } from '@jest/globals';
import { usageEndsOf } from './shared-instants.js';

const life = (id: string, start: string, end: string | null = null, external_id = 's') => ({
  id,
  external_id,
  status: 'active' as const,
  started_at: new Date(`2024-01-11T12:00:${start}Z`),
  terminated_at: end === null ? null : new Date(`2024-01-11T12:00:${end}Z`),
});
const second = Date.parse('2024-01-11T12:00:01Z');

describe('the ends of the usage of a subscription', () => {
  it('include the whole second of its start', () => {
    const subscription = life('b', '01.084');
    expect(usageEndsOf(subscription, [subscription]).firstSecond).toBe(second);
    expect(
      usageEndsOf(subscription, [subscription, life('a', '00', '00.999'), life('c', '00', null, 'other')]).firstSecond,
    ).toBe(second);
    expect(usageEndsOf(life('b', '01.000'), []).firstSecond).toBeNull();
  });

  it('exclude that second while another subscription is active', () => {
    const subscription = life('b', '01.084');
    for (const before of [life('a', '00', '01.000'), life('a', '00', '01.084'), life('a', '01.005', '01.010')])
      expect(usageEndsOf(subscription, [subscription, before]).firstSecond).toBeNull();
    const before = life('a', '01.005', '01.010');
    expect(usageEndsOf(before, [subscription, before]).firstSecond).toBe(second);
  });

  it('assign the last instant to exactly one subscription that starts at it', () => {
    const [old, subscription, third] = [life('a', '00', '01'), life('b', '01', '01'), life('c', '01')];
    const all = [old, subscription, third];
    expect(all.map((row) => usageEndsOf(row, all).handsOver)).toEqual([true, true, false]);
    expect(usageEndsOf(old, [old, life('b', '01.001')]).handsOver).toBe(false);
  });

  it('follow those of an earlier subscription of the external id, replaced or ended before', () => {
    const [old, again, at] = [life('a', '00', '01'), life('b', '02', '03'), life('c', '02')];
    const all = [old, again, at, life('0', '00', null, 'other')];
    expect(all.map((row) => usageEndsOf(row, all).followsAnother)).toEqual([false, true, true, false]);
    const planned = { ...life('d', '00'), started_at: null };
    expect(usageEndsOf(planned, [old, planned]).followsAnother).toBe(false);
  });
});
