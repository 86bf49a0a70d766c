import { expect, it } from '@jest/globals';
import { currencyFilter, dayFilters, queryOf, searchFilter } from './filters.js';

it('a call has the filters that the address holds, and no others', () => {
  const filters = [searchFilter, ...dayFilters];
  expect(queryOf(filters, { search_term: 'acme', from_date: '', sort: 'name' })).toEqual({ search_term: 'acme' });
});

it('a parameter that takes several values has a list', () => {
  expect(queryOf([currencyFilter('currencies[]')], { currencies: 'EUR' })).toEqual({ 'currencies[]': ['EUR'] });
});
