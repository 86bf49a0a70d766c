/**
 * The limits of the interface. A body beyond a limit is refused with 422 (catalog, section 1.3). So every accepted
 * value can be stored, computed with, listed, and found by its code.
 */
export const bounds = {
  /** Characters of names, codes, external identifiers and other texts of one line. */
  line: 255,
  /** Characters of a web address. */
  url: 2_048,
  /** Characters of descriptions and other multi-line texts. */
  prose: 10_000,
  /** Elements of a list. */
  items: 1_000,
  /** Entries of the metadata of a customer or an invoice. */
  metadata: 5,
  /** Recurring rules of a wallet. */
  recurringRules: 1,
  /** Members of a free-form object, over all levels. */
  members: 5_000,
  /** Levels of objects and lists within a field. */
  depth: 20,
  /** Minor units of a currency in one amount, above and below zero: fifteen digits. */
  cents: 999_999_999_999_999,
  /** Days of a term or a period: a hundred years. */
  days: 36_500,
  /** Number of repetitions, such as invoices on which a coupon is used. */
  times: 100_000,
  /** Decimal places for rounding, after the point or before it. */
  places: 15,
  /** Digits of a decimal number before its point, and after it. */
  digits: 15,
  fraction: 20,
  /** Rows of a page, and the last page that can be requested. */
  perPage: 1_000,
  page: 1_000_000,
  /** Valid years of a date. */
  firstYear: 1900,
  lastYear: 2200,
} as const;
