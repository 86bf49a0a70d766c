import { describe, expect, it } from '@jest/globals';
import type { SourceMessage } from './message-objects.js';
import { splitCombined, type CombinedMessage } from './combined-messages.js';

const base = { organization_id: 'o', key: 'c', occurred_at: '2024-01-10T00:00:00.000Z', request_id: null };

describe('a combined message', () => {
  it('becomes one message for each object, with separate ids, transactions first', () => {
    const message: CombinedMessage = {
      ...base,
      id: 'm',
      type: 'wallet.credits_used',
      traceparent: 't',
      payload: {
        created: [
          { id: '1', wallet_transaction_id: 't1' },
          { id: '2', wallet_transaction_id: 't2' },
        ],
        updated: [
          { id: '3', wallet_id: 'w1' },
          { id: '4', wallet_id: 'w2' },
        ],
      },
    };
    const source = (id: string, type: string, payload: object) => ({ ...base, traceparent: 't', id, type, payload });
    expect(splitCombined(message)).toEqual([
      source('1', 'wallet_transaction.created', { wallet_transaction_id: 't1' }),
      source('2', 'wallet_transaction.created', { wallet_transaction_id: 't2' }),
      source('3', 'wallet.updated', { wallet_id: 'w1' }),
      source('4', 'wallet.updated', { wallet_id: 'w2' }),
    ]);
  });

  it('stays as it is when it has one object', () => {
    const message: SourceMessage = { ...base, id: 'm', type: 'wallet.updated', payload: { wallet_id: 'w1' } };
    expect(splitCombined(message)).toEqual([message]);
  });
});
