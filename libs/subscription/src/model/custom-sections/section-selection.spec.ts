import { describe, expect, it } from '@jest/globals';
import { customerSelectionChange, ownSelectionChange } from './section-selection.rules.js';

describe('the selection of invoice custom sections', () => {
  it('of a customer is cleared by skipping, and set again by codes', () => {
    expect(customerSelectionChange({ skip: true })).toEqual({ skips: true, codes: [] });
    expect(customerSelectionChange({ skip: false })).toEqual({ skips: false });
    expect(customerSelectionChange({ codes: [] })).toEqual({ skips: false, codes: [] });
    expect(customerSelectionChange({ skip: false, codes: ['a'] })).toEqual({ skips: false, codes: ['a'] });
    expect(customerSelectionChange({})).toEqual({});
  });

  it('of a customer cannot be skipped and set in one request', () => {
    expect(customerSelectionChange({ skip: true, codes: [] })).toBeNull();
  });

  it('of a subscription stays empty while it skips', () => {
    expect(ownSelectionChange({ skip: true, codes: ['a'] }, false)).toEqual({ skips: true, codes: [] });
    expect(ownSelectionChange({ skip: false }, true)).toEqual({ skips: false });
    expect(ownSelectionChange({ skip: false, codes: ['a'] }, true)).toEqual({ skips: false, codes: ['a'] });
    expect(ownSelectionChange({ codes: ['a'] }, true)).toEqual({});
    expect(ownSelectionChange({ codes: ['a'] }, false)).toEqual({ codes: ['a'] });
  });
});
