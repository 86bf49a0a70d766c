import type { ColumnType } from 'kysely';

/** A rate that an organization has set. */
export interface ExchangeRatesTable {
  id: string;
  organization_id: string;
  from_currency: string;
  to_currency: string;
  /** `YYYY-MM-DD` */
  day: ColumnType<string, string, never>;
  /** Units of `to_currency` for one unit of `from_currency`, numeric. */
  rate: ColumnType<string, string, string>;
  source: string | null;
  created_at: ColumnType<Date, Date, never>;
  /** When another rate replaced the first one of the day; null before. */
  updated_at: ColumnType<Date | null, never, Date>;
}

/** A reference rate of the European Central Bank; the euro itself has 1. No organization owns it. */
export interface ReferenceRatesTable {
  currency: string;
  /** `YYYY-MM-DD` */
  day: ColumnType<string, string, never>;
  /** Units of the currency for one euro, numeric. */
  per_euro: ColumnType<string, string, string>;
}
