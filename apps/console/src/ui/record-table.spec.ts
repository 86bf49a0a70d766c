import { createElement } from 'react';
import { describe, expect, it } from '@jest/globals';
import { msg } from '@lingui/core/macro';
import { amountColumn, codeColumn, currencyColumn, sortable, wide, type Column } from './columns.js';
import { RecordTable } from './record-table.js';
import { markupOf } from './testing.fixture.js';

interface Row {
  code: string;
  amount_cents: number;
  amount_currency: string;
}
const columns: readonly Column<Row>[] = [
  wide(
    sortable(
      'code',
      codeColumn(msg`Code`, (row) => row.code),
    ),
  ),
  currencyColumn((row) => row.amount_currency),
  sortable('amount_cents', amountColumn()),
];
const rows = [{ code: 'setup', amount_cents: 5000, amount_currency: 'EUR' }];

const tableWith = (by?: string) =>
  markupOf(
    createElement(RecordTable<Row>, {
      label: 'Add-ons',
      columns,
      rows,
      keyOf: (row) => row.code,
      ...(by === undefined ? {} : { order: { by, currency: undefined, onChange: () => undefined } }),
    }),
  );

describe('a table of records', () => {
  it('shows the values of its columns, without those of CSV files alone', () => {
    const markup = tableWith();
    expect(markup).toContain('<code>setup</code>');
    expect(markup).toContain('€50.00');
    expect(markup).not.toContain('Currency');
  });

  it('aligns numbers to the right, and hides some columns on narrow screens', () => {
    const markup = tableWith();
    expect(markup.match(/<td[^>]*class="[^"]*\bright\b/g)).toHaveLength(1);
    expect(markup.match(/<td[^>]*class="[^"]*\bwide-only\b/g)).toHaveLength(1);
  });

  it('states its order, and has buttons only where it can be sorted', () => {
    expect(tableWith()).not.toContain('<button');
    const sorted = tableWith('-amount_cents');
    expect(sorted.match(/<button/g)).toHaveLength(2);
    expect(sorted.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="none"', 'aria-sort="descending"']);
  });
});
