import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';

/** A conversion that documents need. */
export interface RequestedRate {
  from: string;
  to: string;
  /** `YYYY-MM-DD`; the rate of this day or the last one before it serves. */
  day: string;
}

/** The rate of a conversion. */
export interface FoundRate {
  /** Units of `to` for one unit of `from`, exact decimals. */
  rate: string;
  /** `YYYY-MM-DD` of the rate. */
  day: string;
  /** The publisher; null when the organization names none. */
  source: string | null;
}

/** Banks publish no rates on holidays; an older one than this serves no document. */
const mostDays = 10;
const centralBank = 'European Central Bank';

/**
 * Reads the rates of conversions in one statement. A rate that the organization set goes before those of the European
 * Central Bank, whose rates between two other currencies are rounded to ten decimals.
 * @returns in the order of the conversions; null without a rate of the last ten days
 */
export async function readExchangeRates(
  transaction: TenantTransaction,
  requested: readonly RequestedRate[],
): Promise<(FoundRate | null)[]> {
  if (requested.length === 0) return [];
  const { rows } = await sql<{ rate: string | null; day: string | null; source: string | null }>`
    select coalesce(own.rate, bank.rate)::text as rate, coalesce(own.day, bank.day)::text as day,
      case when own.rate is null then ${centralBank} else own.source end as source
    from unnest(${requested.map(({ from }) => from)}::text[], ${requested.map(({ to }) => to)}::text[],
      ${requested.map(({ day }) => day)}::date[]) with ordinality as requested (from_currency, to_currency, day, place)
    left join lateral (
      select each.rate, each.day, each.source from catalog.exchange_rates each
      where each.organization_id = ${transaction.organizationId} and each.from_currency = requested.from_currency
        and each.to_currency = requested.to_currency and each.day <= requested.day and each.day > requested.day - ${mostDays}::int
      order by each.day desc limit 1) own on true
    left join lateral (
      select round(other.per_euro / one.per_euro, 10) as rate, one.day from catalog.reference_rates one
      join catalog.reference_rates other on other.day = one.day and other.currency = requested.to_currency
      where one.currency = requested.from_currency and one.day <= requested.day and one.day > requested.day - ${mostDays}::int
      order by one.day desc limit 1) bank on true
    order by requested.place`.execute(tables(transaction));
  return rows.map(({ rate, day, source }) => (rate === null || day === null ? null : { rate, day, source }));
}
