import { expect, it } from '@jest/globals';
import { createdFilters, currencyFilter, dayFilters, queryOf, searchFilter } from './filters.js';

it('a call has the filters that the address holds, and no others', () => {
  const filters = [searchFilter, ...dayFilters];
  expect(queryOf(filters, { search_term: 'acme', from_date: '', sort: 'name' })).toEqual({ search_term: 'acme' });
});

it('a parameter that takes several values has a list', () => {
  expect(queryOf([currencyFilter('currencies[]')], { currencies: 'EUR' })).toEqual({ 'currencies[]': ['EUR'] });
});

it('several values of a filter are divided by commas', () => {
  const filter = { name: 'states[]', label: currencyFilter().label, kind: 'choice' } as const;
  expect(queryOf([filter], { states: 'open,overdue' })).toEqual({ 'states[]': ['open', 'overdue'] });
});

it('a day of creation is a day of the page, and an instant stays as it is', () => {
  const day = '2026-03-29';
  expect(queryOf(createdFilters, { created_at_from: day, created_at_to: day }, 'Europe/Berlin')).toEqual({
    created_at_from: '2026-03-28T23:00:00.000Z',
    created_at_to: '2026-03-29T21:59:59.999Z',
  });
  const instant = { created_at_from: '2026-03-29T00:00:00Z' };
  expect(queryOf(createdFilters, instant, 'Europe/Berlin')).toEqual(instant);
});
