import { describe, expect, it } from '@jest/globals';
import { secondAfter, storedModes } from './lifecycle.js';

const at = (text: string) => Date.parse(text);
const shown = (instant: number) => new Date(instant).toISOString();

describe('the billing instant of a separate invoice (subscriptions, sections 3.3 and 7)', () => {
  it('is a second later', () => {
    expect(shown(secondAfter(at('2024-01-10T09:00:00Z'), 'UTC'))).toBe('2024-01-10T09:00:01.000Z');
  });

  it('stays on the local day', () => {
    const instant = at('2024-01-10T23:59:59.500Z');
    expect(shown(secondAfter(instant, 'UTC')).slice(0, 10)).toBe('2024-01-10');
    expect(shown(secondAfter(instant, 'Europe/Paris'))).toBe('2024-01-11T00:00:00.500Z');
    expect(secondAfter(at('2024-01-11T04:59:59.900Z'), 'America/New_York')).toBeLessThan(at('2024-01-11T05:00:00Z'));
  });
});

describe('the modes of a termination (subscriptions, section 9.1)', () => {
  it('are the stored ones, else credit and generate', () => {
    expect(storedModes({ on_termination_credit_note: null, on_termination_invoice: 'generate' })).toEqual({
      creditNote: 'credit',
      invoice: 'generate',
    });
    expect(storedModes({ on_termination_credit_note: 'skip', on_termination_invoice: 'skip' })).toEqual({
      creditNote: 'skip',
      invoice: 'skip',
    });
  });
});
