import { expect, it } from '@jest/globals';
import type { Customer, CustomerSummary } from '../../api/records.js';
import { customerListColumns } from './columns.js';

const customer = { external_id: 'acme-1', name: 'Acme' } as unknown as Customer;
const summary = {
  external_id: 'acme-1',
  subscriptions: { active_count: 2, mrr: [{ amount_cents: 4900, currency: 'EUR' }] },
} as unknown as CustomerSummary;

const cells = (row: Parameters<(typeof customerListColumns)[number]['csv']>[0]) =>
  Object.fromEntries(customerListColumns.map((column) => [column.label.message, column.csv(row)]));

it('a customer has the figures of its summary, without parts that the person may not see', () => {
  expect(cells({ ...customer, summary })).toMatchObject({
    Name: 'Acme',
    Subscriptions: '2',
    MRR: '49.00 EUR',
    Open: '',
  });
});

it('figures are empty while they load, and if they did not arrive', () => {
  expect(cells(customer)).toMatchObject({ Subscriptions: '', MRR: '' });
  expect(cells({ ...customer, summary: null })).toMatchObject({ Subscriptions: '', MRR: '' });
});
