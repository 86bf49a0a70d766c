import { sql } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { ReferenceRate } from './ecb-file.js';

/** The latest day with reference rates, `YYYY-MM-DD`; null without any. */
export async function lastReferenceDay(transaction: Transaction): Promise<string | null> {
  const { day } = await tables(transaction)
    .selectFrom('catalog.reference_rates')
    .select((of) => of.fn.max('day').as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

/** Stores reference rates; a corrected rate replaces the earlier one. */
export async function storeReferenceRates(transaction: Transaction, rates: readonly ReferenceRate[]): Promise<void> {
  await sql`
    insert into catalog.reference_rates (currency, day, per_euro)
    select * from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ day }) => day)}::date[],
      ${rates.map(({ perEuro }) => perEuro)}::numeric[])
    on conflict (currency, day) do update set per_euro = excluded.per_euro
      where catalog.reference_rates.per_euro <> excluded.per_euro`.execute(tables(transaction));
}
