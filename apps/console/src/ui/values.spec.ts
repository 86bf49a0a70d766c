import { createElement } from 'react';
import { describe, expect, it } from '@jest/globals';
import { markupOf, textOf } from './testing.fixture.js';
import { Amount, Amounts, EnumText, Price, State, Units } from './values.js';

describe('a value on a page', () => {
  it('is a dash if it is missing', () => {
    expect(textOf(createElement(Amount, { cents: null, currency: 'EUR' }))).toBe('–');
  });

  it('shows an amount with its exact value on hover', () => {
    expect(markupOf(createElement(Amount, { cents: 12345, currency: 'EUR' }))).toContain('title="123.45 EUR"');
    expect(textOf(createElement(Amount, { cents: 12345, currency: 'EUR' }))).toBe('€123.45');
  });

  it('shows dots while amounts are loading, and a dash for none', () => {
    expect(textOf(createElement(Amounts, { amounts: undefined }))).toBe('…');
    expect(textOf(createElement(Amounts, { amounts: [] }))).toBe('–');
  });

  it('shows a price in a pricing unit with the code of the unit', () => {
    expect(textOf(createElement(Price, { amount: '0.5', currency: 'CREDITS', isPricingUnit: true }))).toBe(
      '0.5 CREDITS',
    );
  });

  it('shows units as the language writes them', () => {
    expect(textOf(createElement(Units, { value: '1234.50' }))).toBe('1,234.5');
  });

  it('shows a state by its name and tone', () => {
    expect(markupOf(createElement(State, { value: 'overdue' }))).toContain('data-tone="attention">Overdue<');
  });

  it('shows an unknown enum value as it is', () => {
    expect(textOf(createElement(EnumText, { value: 'brand_new' }))).toBe('brand_new');
  });
});
