/**
 * How much of anything the interface takes. Beyond a bound a body is refused with 422 (catalog, section 1.3), so that
 * nothing that was accepted is too large to be stored, computed with, listed, or read again by its code.
 */
export const bounds = {
  /** Characters of names, codes, external identifiers and other texts of one line. */
  line: 255,
  /** Characters of an address on the web. */
  url: 2_048,
  /** Characters of descriptions and other texts of several lines. */
  prose: 10_000,
  /** Elements of a list. */
  items: 1_000,
  /** Members of an object that callers fill as they like, all levels together. */
  members: 5_000,
  /** Levels of objects and lists inside of a field. */
  depth: 20,
  /** Minor units of a currency in one amount, above and below zero: fifteen digits. */
  cents: 999_999_999_999_999,
  /** Days of a term or a period: a hundred years. */
  days: 36_500,
  /** Times that something may happen, such as invoices on which a coupon is used. */
  times: 100_000,
  /** Places that a number may be rounded to, after the point or before it. */
  places: 15,
  /** Digits of a decimal number before its point, and after it. */
  digits: 15,
  fraction: 20,
  /** Rows on a page, and the last page that can be asked for. */
  perPage: 1_000,
  page: 1_000_000,
  /** Years that a date may lie in. */
  firstYear: 1900,
  lastYear: 2200,
} as const;
