import { expect, it } from '@jest/globals';
import { placeOf, stateOf } from './checks.js';

const month = {
  month: '2026-02',
  timezone: 'UTC',
  as_of: '2026-03-01T00:00:00Z',
  ended: true,
  first_day: '2026-02-01',
  last_day: '2026-02-28',
  checks: [],
};
const check = { count: 1, oldest_at: null, amounts: [] };

it('a check leads to the list that it counts, on the tab of its state', () => {
  const list = '/invoices?status=draft&issuing_date_from=2026-02-01&issuing_date_to=2026-02-28';
  expect(placeOf({ ...check, type: 'draft_invoices', list }, month)).toEqual({
    to: '/$organization/invoices',
    search: { tab: 'drafts', issuing_date_from: '2026-02-01', issuing_date_to: '2026-02-28' },
  });
  expect(placeOf({ ...check, type: 'unbilled_work', list: null }, month)).toBeUndefined();
});

it('a check without a number is neither done nor to do', () => {
  expect([null, 0, 2].map((count) => stateOf({ count }))).toEqual(['unknown', 'done', 'to_do']);
});
