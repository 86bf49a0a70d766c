import type { AccountedItemType, AccountingMapping } from '@tollgate/contracts';
import { LedgerRefusal } from './accounting-system.js';
import type { BookedItem, BookedLine, LineCodes, MappedLine } from './ledger-document.js';

const keyOf = (type: AccountedItemType, code: string | null): string => JSON.stringify([type, code]);

/** The mappings of a connection, to look up. */
export class Mappings {
  private readonly byKey: Map<string, AccountingMapping>;

  constructor(mappings: readonly AccountingMapping[]) {
    this.byKey = new Map(mappings.map((mapping) => [keyOf(mapping.item_type, mapping.item_code), mapping]));
  }

  /** The codes of an item: its own, else those of all others. @throws LedgerRefusal `invalid_mapping` */
  ofItem({ type, code }: BookedItem): AccountingMapping {
    const mapping = this.find(type, code) ?? this.find('fallback_item', null);
    if (!mapping) throw unmapped(code === null ? type : `${type} ${code}`);
    return mapping;
  }

  /** The codes of a line of rounding; null without a mapping. */
  ofRounding(): LineCodes | null {
    const mapping = this.find('rounding', null) ?? this.find('fallback_item', null);
    return mapping ? codesOf(mapping, this.untaxed()) : null;
  }

  /** The account of an item. @throws LedgerRefusal `invalid_mapping` without one */
  accountOf(item: BookedItem): string {
    const account = this.ofItem(item).account_code;
    if (!account) throw unmapped(`the account of ${item.type}`);
    return account;
  }

  /** The account that payments use. @throws LedgerRefusal `invalid_mapping` without one */
  paymentAccount(): string {
    const account = this.find('payment', null)?.account_code;
    if (!account) throw unmapped('the account of payments');
    return account;
  }

  /** The system's kind of tax. @throws LedgerRefusal `invalid_mapping` for a tax without one */
  taxTypeOf({ taxCode, taxCents }: Pick<BookedLine, 'taxCode' | 'taxCents'>): string {
    const own = taxCode === null ? undefined : this.find('tax', taxCode);
    const taxType = own?.external_code ?? (taxCents === 0n ? this.untaxed() : this.find('tax', null)?.external_code);
    if (!taxType) throw unmapped(`tax ${taxCode ?? ''}`.trim());
    return taxType;
  }

  private untaxed(): string {
    return this.find('no_tax', null)?.external_code ?? 'NONE';
  }

  private find(type: AccountedItemType, code: string | null): AccountingMapping | undefined {
    return this.byKey.get(keyOf(type, code));
  }
}

const unmapped = (what: string): LedgerRefusal => new LedgerRefusal('invalid_mapping', `Nothing maps ${what}.`);

/** Gives lines the codes of the system (webhooks, section 20). @throws LedgerRefusal `invalid_mapping` */
export function mappedLines(lines: readonly BookedLine[], mappings: readonly AccountingMapping[]): MappedLine[] {
  const lookup = new Mappings(mappings);
  return lines.map(({ item, taxCode, ...line }) => ({
    ...line,
    ...codesOf(lookup.ofItem(item), lookup.taxTypeOf({ taxCode, taxCents: line.taxCents })),
  }));
}

const codesOf = ({ external_code, account_code }: AccountingMapping, taxType: string): LineCodes => ({
  itemCode: external_code,
  accountCode: account_code,
  taxType,
});
