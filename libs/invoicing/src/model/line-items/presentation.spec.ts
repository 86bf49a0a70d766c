import { describe, expect, it } from '@jest/globals';
import { displayedUnits, presentBreakdowns, presentedUnits } from './presentation.js';

const stored = (displayed: string[]) => ({
  displayed,
  breakdowns: [
    { by: { team: 'a', region: 'eu' }, units: '1.5' },
    { by: { team: 'a', region: null }, units: '2' },
    { by: { team: null, region: 'eu' }, units: '0' },
  ],
});

describe('the breakdown of a fee by presentation keys', () => {
  it('shows only the displayed keys on invoices, summed up', () => {
    expect(presentBreakdowns(displayedUnits(stored(['team'])))).toEqual([
      { presentation_by: { team: 'a' }, units: '3.5' },
    ]);
    expect(displayedUnits(stored([]))).toEqual([]);
    expect(displayedUnits(null)).toEqual([]);
  });

  it('shows all keys in past usage, without sums of zero', () => {
    expect(presentBreakdowns(presentedUnits(stored(['team'])))).toEqual([
      { presentation_by: { team: 'a', region: 'eu' }, units: '1.5' },
      { presentation_by: { team: 'a', region: null }, units: '2.0' },
    ]);
  });
});
