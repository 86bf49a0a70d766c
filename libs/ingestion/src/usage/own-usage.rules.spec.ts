import { describe, expect, it } from '@jest/globals';
import type { PlanView } from '@tollgate/catalog/reader';
import type { SubscriptionView } from '@tollgate/subscription/reader';
import { ownedSince, shownProperties } from './own-usage.rules.js';

const view = (customerId: string, startedAt: number, terminatedAt: number | null = null) =>
  ({ customerId, agreement: { startedAt, terminatedAt } }) as SubscriptionView;

describe('since when an external id belongs to a customer (customers, section 3.6)', () => {
  it('is its first start', () => {
    expect(ownedSince([view('me', 20), view('me', 10, 20)], 'me')).toBe(10);
  });

  it('is not before the end of another customer', () => {
    expect(ownedSince([view('me', 30), view('other', 20, 30), view('me', 10, 20)], 'me')).toBe(30);
    expect(ownedSince([view('me', 40), view('me', 31, 40), view('other', 20, 30)], 'me')).toBe(31);
  });
});

it('the shown properties are those that split the prices of a metric', () => {
  const charge = (metric: string, keys: string[], values: object) => ({
    metric: { id: metric },
    properties: { pricing_group_keys: keys },
    filters: [{ values, properties: { pricing_group_keys: ['model'] } }],
  });
  const plan = {
    charges: [
      charge('tokens', ['region'], { tier: ['a'] }),
      charge('other', ['secret'], { hidden: ['b'] }),
      { metric: { id: 'tokens' }, properties: {}, filters: [] },
    ],
  } as unknown as PlanView;
  expect([...shownProperties(plan, { id: 'tokens' })].sort()).toEqual(['model', 'region', 'tier']);
  expect(shownProperties(plan, { id: 'unpriced' }).size).toBe(0);
});
