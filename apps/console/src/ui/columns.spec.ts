import { describe, expect, it } from '@jest/globals';
import { msg } from '@lingui/core/macro';
import {
  amountColumn,
  amountsColumn,
  currencyColumn,
  dataColumn,
  linkColumn,
  moneyColumn,
  textColumn,
  unitsColumn,
} from './columns.js';

describe('a cell of a CSV file', () => {
  it('has the exact amount of its currency', () => {
    expect(amountColumn().csv({ amount_cents: 1234, amount_currency: 'KWD' })).toBe('1.234');
    expect(amountColumn().csv({ amount_cents: -5, amount_currency: 'EUR' })).toBe('-0.05');
  });

  it('is empty for an amount without a currency, and for none', () => {
    const column = moneyColumn<{ cents: number | null; currency: string | null }>(
      msg`Amount`,
      (row) => row.cents,
      (row) => row.currency,
    );
    expect(column.csv({ cents: 100, currency: null })).toBe('');
    expect(column.csv({ cents: null, currency: 'EUR' })).toBe('');
  });

  it('lists amounts of several currencies', () => {
    const column = amountsColumn<null>(msg`Open`, () => [
      { amount_cents: 100, currency: 'EUR' },
      { amount_cents: 5, currency: 'JPY' },
    ]);
    expect(column.csv(null)).toBe('1.00 EUR; 5 JPY');
    expect(amountsColumn<null>(msg`Open`, () => undefined).csv(null)).toBe('');
  });

  it('has the identifier of a record without a name', () => {
    const column = linkColumn<{ id: string; name: string | null }>(
      msg`Name`,
      'customer',
      (row) => row.id,
      (row) => row.name,
    );
    expect(column.csv({ id: 'acme-1', name: '' })).toBe('acme-1');
    expect(column.csv({ id: 'acme-1', name: 'Acme' })).toBe('Acme');
  });

  it('has values as the interface states them', () => {
    expect(unitsColumn<null>(msg`Units`, () => '1234.50').csv(null)).toBe('1234.50');
    expect(unitsColumn<null>(msg`Units`, () => 0).csv(null)).toBe('0');
    expect(textColumn<null>(msg`Name`, () => null).csv(null)).toBe('');
    expect(dataColumn<null>(msg`Properties`, () => ({ size: 3 })).csv(null)).toBe('{"size":3}');
  });
});

it('the currency of amounts is a column of CSV files alone', () => {
  expect(currencyColumn<null>(() => 'EUR').csvOnly).toBe(true);
});
