import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  currencyCodes,
  date,
  decimalString,
  id,
  mandatoryCurrency,
  mandatoryDay,
  mandatoryDecimal,
  text,
  timestamp,
} from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryDay, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';

/** The price of a currency on a day, for taxes in the currency of the seller's country (webhooks, amendments). */
export const ExchangeRate = z.object({
  svc_id: id(),
  from_currency: z.enum(currencyCodes),
  to_currency: z.enum(currencyCodes),
  date: date(),
  /** Units of `to_currency` for one unit of `from_currency`. */
  rate: decimalString(),
  /** The publisher of the rate; documents name it. */
  source: z.string().nullable(),
  created_at: timestamp(),
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** The largest rate, in units for one. */
const largest = 10 ** 9;

export const ExchangeRateUpsert = body(
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
);
export type ExchangeRateUpsert = BodyInput<typeof ExchangeRateUpsert>;

/** Filters of the list; both days count. */
export const ExchangeRateFilters = query({
  ...listParameters(['date', 'created_at']),
  from_currency: queryText(),
  to_currency: queryText(),
  date_from: queryDay(),
  date_to: queryDay(),
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
