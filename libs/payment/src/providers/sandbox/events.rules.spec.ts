import { describe, expect, it } from '@jest/globals';
import type { ProviderAccount } from '../ports/account.js';
import { readSandboxEvent, sandboxEventsOf } from './events.rules.js';

const opened = (payload: object) =>
  sandboxEventsOf({} as ProviderAccount, { body: Buffer.from(JSON.stringify(payload)), headers: {} });

describe('an event of the sandbox provider', () => {
  it('has the id of its delivery, and the outcome of its payment', () => {
    const [event] = opened({ id: 'evt_c', charge: 'c', status: 'failed' }) ?? [];
    expect(event?.id).toBe('evt_c');
    expect(event && readSandboxEvent(event)).toMatchObject({
      kind: 'charge',
      charge: { key: 'c', id: 'sandbox_c', paidOnPage: null },
      outcome: { status: 'failed' },
    });
  });

  it('means nothing without a payment or a final status', () => {
    for (const payload of [{}, { charge: 'c' }, { charge: 'c', status: 'processing' }, { status: 'succeeded' }])
      expect(readSandboxEvent({ id: 'evt', payload })).toBeNull();
    expect(opened({ charge: 'c', status: 'failed' })).toBeNull();
  });
});
