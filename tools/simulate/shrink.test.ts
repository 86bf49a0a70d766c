import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { History } from './history.ts';
import type { Result } from './play.ts';
import { shrink } from './shrink.ts';

const history: History = {
  name: 'life 1-1',
  organization: {},
  steps: [
    { at: '2024-01-01T00:00:00Z' },
    { do: 'POST /customers', body: { customer: { external_id: 'cust1', timezone: 'Asia/Tokyo' } } },
    { at: '2024-02-01T00:00:00Z' },
    { do: 'DELETE /customers/cust1' },
  ],
};

const differing: Result = {
  problems: [],
  differences: [{ invoice: 'cust1', differences: [{ where: 'total_amount_cents', expected: '1', actual: '2' }] }],
};
const passing: Result = { problems: [], differences: [] };
const refused: Result = { problems: ['POST /customers answers 500'], differences: [] };

const hasCustomer = ({ steps }: History) => steps.some(({ do: call }) => call === 'POST /customers');

describe('shrinking', () => {
  it('leaves what the failure needs', async () => {
    const play = (one: History) => Promise.resolve(hasCustomer(one) ? differing : passing);
    const small = await shrink({ history, result: differing }, play, 1000);
    assert.deepEqual(small.history.steps, [
      { at: '2024-01-01T00:00:00Z' },
      { do: 'POST /customers', body: { customer: { external_id: 'cust1' } } },
    ]);
  });

  it('does not continue with another failure', async () => {
    const play = () => Promise.resolve(refused);
    const small = await shrink({ history, result: differing }, play, 1000);
    assert.equal(small.history, history);
  });
});
