import { describe, expect, it } from '@jest/globals';
import type { FieldErrors, TerminationOptions } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { terminationModes, updatedModes } from './termination-modes.rules.js';

const unset = { on_termination_credit_note: null, on_termination_invoice: 'generate' as const };
const stored = { on_termination_credit_note: 'refund' as const, on_termination_invoice: 'skip' as const };
const options = (creditNote?: string, invoice?: string): TerminationOptions => ({
  on_termination_credit_note: creditNote,
  on_termination_invoice: invoice,
});

describe('the modes of a requested termination (subscriptions, section 9.1)', () => {
  it('are requested, else stored, else credit and generate', () => {
    expect(terminationModes(stored, options('offset', 'generate'), true)).toEqual({
      creditNote: 'offset',
      invoice: 'generate',
    });
    expect(terminationModes(stored, options(), true)).toEqual({ creditNote: 'refund', invoice: 'skip' });
    expect(terminationModes(unset, options(), true)).toEqual({ creditNote: 'credit', invoice: 'generate' });
  });

  it('are refused when they are unknown, both together', () => {
    const refused = () => terminationModes(unset, options('burn', 'print'), true);
    expect(refused).toThrow(ValidationFailed);
    try {
      refused();
    } catch (error) {
      expect((error as ValidationFailed).body).toMatchObject({
        error_details: { on_termination_credit_note: ['invalid_value'], on_termination_invoice: ['invalid_value'] },
      });
    }
  });

  it('ignore an unknown credit note mode of a plan in arrears', () => {
    expect(terminationModes(unset, options('burn'), false)).toEqual({ creditNote: 'credit', invoice: 'generate' });
    expect(() => terminationModes(unset, options('burn', 'print'), false)).toThrow(ValidationFailed);
  });
});

describe('the modes of an update (subscriptions, section 4)', () => {
  it('are the given ones', () => {
    const errors: FieldErrors = {};
    expect(updatedModes({ on_termination_credit_note: 'skip', on_termination_invoice: 'skip' }, errors)).toEqual({
      creditNote: 'skip',
      invoice: 'skip',
    });
    expect(updatedModes({}, errors)).toEqual({});
    expect(errors).toEqual({});
  });

  it('are refused when they are unknown', () => {
    const errors: FieldErrors = {};
    expect(updatedModes({ on_termination_credit_note: 'burn', on_termination_invoice: 'print' }, errors)).toEqual({});
    expect(errors).toEqual({
      on_termination_credit_note: ['invalid_value'],
      on_termination_invoice: ['invalid_value'],
    });
  });
});
