import type { Insertable, Selectable } from 'kysely';
import type { ExchangeRateFilters, SortsOf } from '@tollgate/contracts';
import { dayKey, instantKey, listForm, narrowed, readList, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { ExchangeRatesTable } from '../../model/tables/exchange-rates.tables.js';

export type ExchangeRateRow = Selectable<ExchangeRatesTable>;

/** Stores the rate of a day, or replaces it; the first one's id stays. */
export async function upsertRate(
  transaction: TenantTransaction,
  row: Insertable<ExchangeRatesTable>,
): Promise<ExchangeRateRow> {
  return tables(transaction)
    .insertInto('catalog.exchange_rates')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'from_currency', 'to_currency', 'day'])
        .doUpdateSet({ rate: row.rate, source: row.source ?? null, updated_at: row.created_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a rate, once; undefined if it does not exist. */
export async function deleteRate(transaction: TenantTransaction, id: string): Promise<ExchangeRateRow | undefined> {
  return tables(transaction)
    .deleteFrom('catalog.exchange_rates')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

const list = listForm<SortsOf<ExchangeRateFilters>>({
  keys: { date: dayKey('day'), created_at: instantKey('created_at') },
  order: [
    ['date', 'desc'],
    ['id', 'asc'],
  ],
});

/** The rates that match the filters of a list, unordered. */
export function ratesFound(transaction: TenantTransaction, filters: ExchangeRateFilters) {
  const { from_currency: from, to_currency: to, date_from: first, date_to: last } = filters;
  const chosen = tables(transaction)
    .selectFrom('catalog.exchange_rates')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .$if(from !== undefined, (query) => query.where('from_currency', '=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('to_currency', '=', to ?? ''))
    .$if(first !== undefined, (query) => query.where('day', '>=', first ?? ''))
    .$if(last !== undefined, (query) => query.where('day', '<=', last ?? ''));
  return narrowed(chosen, list, filters);
}

/** One page of rates, the latest day first. */
export async function listRates(transaction: TenantTransaction, filters: ExchangeRateFilters) {
  return readList(transaction, ratesFound(transaction, filters), list, filters);
}
