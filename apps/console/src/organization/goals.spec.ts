import { describe, expect, it } from '@jest/globals';
import { fits, goalsInOrder, placeAfter, type Goal } from './goals.js';

const goal = (name: string, refusal?: string): Goal => ({
  key: name,
  kind: '',
  name,
  ...(refusal === undefined ? {} : { refusal }),
  go: () => {},
});
const found = {
  exact: [goal('Acme · acme')],
  records: [goal('Acme Invoices')],
  pages: [goal('Overview'), goal('Invoices')],
  offers: [goal('Void the invoice', 'It is void.'), goal('Send the invoice'), goal('Open a wallet')],
  creations: [goal('Create a one-off invoice'), goal('Open a wallet')],
};
const namesOf = (text: string) => goalsInOrder(text, found).map(({ name }) => name);

describe('goals of the search', () => {
  it('begin with the acts of the page until something is typed, those that are open first', () => {
    expect(goalsInOrder('', { ...found, exact: [], records: [] }).map(({ name }) => name)).toEqual([
      'Send the invoice',
      'Open a wallet',
      'Void the invoice',
      'Overview',
      'Invoices',
      'Create a one-off invoice',
    ]);
  });

  it('begin with what has the name of the text, so that Enter goes there', () => {
    expect(namesOf('invoice')).toEqual([
      'Acme · acme',
      'Invoices',
      'Send the invoice',
      'Void the invoice',
      'Create a one-off invoice',
      'Acme Invoices',
    ]);
  });

  it('have an act of the page in place of one without a record that has its name', () => {
    expect(namesOf('wallet').filter((name) => name === 'Open a wallet')).toHaveLength(1);
  });

  it('fit by each word, in any order and case', () => {
    expect(fits('Void the invoice', 'INVOICE void')).toBe(true);
    expect(fits('Void the invoice', 'invoice send')).toBe(false);
    expect(fits('Void the invoice', '')).toBe(true);
  });

  it('have places from the first to the last one', () => {
    expect([placeAfter(0, -1, 3), placeAfter(0, 1, 3), placeAfter(2, 1, 3), placeAfter(0, 1, 0)]).toEqual([0, 1, 2, 0]);
  });
});
