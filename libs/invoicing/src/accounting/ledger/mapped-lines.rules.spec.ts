import { describe, expect, it } from '@jest/globals';
import type { AccountingMapping } from '@tollgate/contracts';
import { LedgerRefusal } from './accounting-system.js';
import type { BookedItem, BookedLine } from './ledger-document.js';
import { mappedLines, Mappings } from './mapped-lines.rules.js';

const mapping = (
  item_type: AccountingMapping['item_type'],
  external_code: string | null,
  account_code: string | null = null,
  item_code: string | null = null,
): AccountingMapping => ({ item_type, item_code, external_code, account_code });
const line = (item: BookedItem, more: Partial<BookedLine> = {}): BookedLine => ({
  item,
  description: 'A',
  price: null,
  amountCents: 100n,
  taxCents: 0n,
  taxCode: null,
  ...more,
});
const metric = (code: string): BookedItem => ({ type: 'billable_metric', code });

describe('mapped lines (webhooks, section 20)', () => {
  it('have the codes of their item, else those of all others', () => {
    const mappings = [
      mapping('billable_metric', 'API', '200', 'calls'),
      mapping('fallback_item', null, '260'),
      mapping('coupon', null, '210'),
    ];
    const lines = mappedLines(
      [line(metric('calls')), line(metric('storage')), line({ type: 'coupon', code: null })],
      mappings,
    );
    expect(lines.map(({ itemCode, accountCode }) => [itemCode, accountCode])).toEqual([
      ['API', '200'],
      [null, '260'],
      [null, '210'],
    ]);
  });

  it('refuse an unmapped item', () => {
    expect(() => mappedLines([line(metric('calls'))], [])).toThrow(
      expect.objectContaining({ code: 'invalid_mapping', message: 'Nothing maps billable_metric calls.' }),
    );
  });

  it.each([
    ['its own', { taxCode: 'vat', taxCents: 20n }, 'OUTPUT2'],
    ['its own, without an amount', { taxCode: 'reverse', taxCents: 0n }, 'REVERSE'],
    ['that of all taxes', { taxCode: 'other', taxCents: 20n }, 'OUTPUT'],
    ['none without tax', { taxCode: null, taxCents: 0n }, 'EXEMPT'],
  ])('have as kind of tax %s', (_, taxes, expected) => {
    const mappings = [
      mapping('fallback_item', null, '200'),
      mapping('tax', 'OUTPUT2', null, 'vat'),
      mapping('tax', 'REVERSE', null, 'reverse'),
      mapping('tax', 'OUTPUT'),
      mapping('no_tax', 'EXEMPT'),
    ];
    expect(mappedLines([line(metric('calls'), taxes)], mappings)[0]?.taxType).toBe(expected);
  });

  it('refuse an unmapped tax with an amount', () => {
    const lookup = new Mappings([]);
    expect(() => lookup.taxTypeOf({ taxCode: 'vat', taxCents: 1n })).toThrow(LedgerRefusal);
    expect(lookup.taxTypeOf({ taxCode: 'vat', taxCents: 0n })).toBe('NONE');
  });

  it('know accounts, or refuse', () => {
    expect(new Mappings([mapping('payment', null, '090')]).paymentAccount()).toBe('090');
    expect(() => new Mappings([]).paymentAccount()).toThrow(LedgerRefusal);
    expect(() => new Mappings([mapping('credit_note', 'X')]).accountOf({ type: 'credit_note', code: null })).toThrow(
      LedgerRefusal,
    );
  });
});
