import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Exchange rates of organizations, and the reference rates of the European Central Bank, which belong to everyone. */
export const exchangeRates: SchemaMigration = {
  name: '047_exchange_rates',
  sql: `
    create table catalog.exchange_rates (
      id uuid primary key,
      organization_id uuid not null,
      from_currency text not null,
      to_currency text not null,
      day date not null,
      rate numeric not null check (rate > 0),
      source text,
      created_at timestamptz not null
    );
    create unique index exchange_rates_day
      on catalog.exchange_rates (organization_id, from_currency, to_currency, day);
    create index exchange_rates_list on catalog.exchange_rates (organization_id, day desc, id);
    ${protectTable('catalog', 'exchange_rates')}
    create table catalog.reference_rates (
      currency text not null,
      day date not null,
      per_euro numeric not null check (per_euro > 0),
      primary key (currency, day)
    );`,
};
