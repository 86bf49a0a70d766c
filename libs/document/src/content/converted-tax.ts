import { centsNumber, convertCents, Decimal } from '@tollgate/rating';
import type { Total } from '../tables/document-contents.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** The tax of a document in the currency of its seller's country (webhooks, amendments: BT-6, BT-111). */
export interface ConvertedTax {
  currency: string;
  amountCents: number;
  /** Units of `currency` for one unit of the document's currency, numeric. */
  rate: string;
  /** The day of the rate, `YYYY-MM-DD`. */
  day: string;
  /** The publisher of the rate. */
  source: string | null;
}

/** Converts cents of one currency into cents of another, rounded once. @param rate units of `to` for one of `from` */
export const convertedCents = (cents: number, conversion: Parameters<typeof convertCents>[1]): number =>
  centsNumber(convertCents(BigInt(cents), conversion));

/** The converted tax with its rate and where that comes from; nothing without one. */
export function convertedTaxTotals(tax: ConvertedTax | undefined, currency: string, language: Language): Total[] {
  if (!tax) return [];
  const { labels, formats } = language;
  const rate = `1 ${currency} = ${formats.exact(new Decimal(tax.rate))} ${tax.currency}`;
  return [
    {
      label: filled(labels.taxInCurrency, { currency: tax.currency }),
      remark: [rate, ...(tax.source === null ? [] : [tax.source]), formats.day(tax.day)].join(', '),
      value: formats.money(tax.amountCents, tax.currency),
      strong: false,
    },
  ];
}
