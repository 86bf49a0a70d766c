import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import {
  currencyCodes,
  date,
  decimalString,
  mandatoryCurrency,
  mandatoryDay,
  mandatoryDecimal,
  text,
} from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryDay, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId } from '../http/texts.js';

/** The price of a currency on a day, for taxes in the currency of the seller's country (webhooks, amendments). */
export const ExchangeRate = shape(
  'The price of a currency on a day, for taxes in the currency of the country of the seller',
  {
    svc_id: svcId(),
    from_currency: described(z.enum(currencyCodes), 'Currency of the documents', 'USD'),
    to_currency: described(z.enum(currencyCodes), 'Currency of the country of the seller', 'EUR'),
    date: described(date(), 'Day of the rate', '2026-11-27'),
    /** Units of `to_currency` for one unit of `from_currency`. */
    rate: described(decimalString(), 'Rate in percent', '20.0'),
    /** The publisher of the rate; documents name it. */
    source: described(z.string().nullable(), 'Publisher of the rate, named on documents', 'European Central Bank'),
    created_at: createdAt(),
  },
);
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** The largest rate, in units for one. */
const largest = 10 ** 9;

export const ExchangeRateUpsert = described(
  bodyOf(
    ExchangeRate,
    {
      from_currency: mandatoryCurrency(),
      to_currency: mandatoryCurrency(),
      date: strictly(mandatoryDay(), date()),
      rate: strictly(mandatoryDecimal(0, largest), z.number()),
      source: text(),
    },
    (input, add) => {
      if (input.from_currency !== undefined && input.from_currency === input.to_currency)
        add('to_currency', 'currencies_are_equal');
      if (input.rate !== undefined && Number(input.rate) === 0) add('rate', 'value_is_out_of_range');
    },
  ),
  'The rate of a day, which replaces an existing one',
);
export type ExchangeRateUpsert = BodyInput<typeof ExchangeRateUpsert>;

/** Filters of the list; both days count. */
export const ExchangeRateFilters = query({
  ...listParameters(['date', 'created_at']),
  from_currency: described(queryText(), 'Currency of the documents', 'USD'),
  to_currency: described(queryText(), "Currency of the seller's country", 'EUR'),
  date_from: described(queryDay(), 'First day', '2026-11-01'),
  date_to: described(queryDay(), 'Last day', '2026-11-30'),
});
export type ExchangeRateFilters = QueryInput<typeof ExchangeRateFilters>;

const shared = { service: 'catalog', permission: 'tax' } as const;
const answer = { exchange_rate: ExchangeRate };

export const exchangeRateRoutes = {
  upsert: route({
    ...shared,
    method: 'POST',
    path: '/exchange_rates',
    summary: 'Set the exchange rate of a day',
    wrapper: 'exchange_rate',
    body: ExchangeRateUpsert,
    answer,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/exchange_rates',
    summary: 'List exchange rates',
    query: ExchangeRateFilters,
    answer: { exchange_rates: z.array(ExchangeRate), meta: Meta },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/exchange_rates/:svc_id',
    summary: 'Delete an exchange rate',
    answer,
  }),
};
