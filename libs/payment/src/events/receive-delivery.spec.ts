import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { OwnRetention } from '@tollgate/identity/reader';
import { newId, type Jobs, type Passes } from '@tollgate/platform';
import type { PaymentDatabase } from '../payment.database.js';
import type { PaymentProviders } from '../providers/payment-providers.js';
import { openDelivery } from '../providers/gocardless/events.js';
import type { InboundDelivery } from '../providers/ports/events.js';
import { ReceiveDelivery } from './receive-delivery.js';

const secret = 'of the connection';
const [organizationId, connectionId] = [newId(), newId()];
const connection = { id: connectionId, organization_id: organizationId };

/** A query that answers every statement: the connection is found, and rows are stored. */
function queries(stored: object[]) {
  const query: object = new Proxy(
    {},
    {
      get: (_, method) => {
        if (method === 'executeTakeFirst') return () => Promise.resolve(connection);
        if (method === 'execute') return () => Promise.resolve([]);
        return (rows: object[]) => {
          if (method === 'values') stored.push(...rows);
          return query;
        };
      },
    },
  );
  return query;
}

/** The intake of events, with the ids of queued jobs, the number of transactions and the stored rows. */
function intake() {
  const queued: string[] = [];
  const stored: object[] = [];
  let transactions = 0;
  const database = {
    tenant: (_: string, work: (transaction: object) => Promise<unknown>) => {
      transactions += 1;
      return work(queries(stored));
    },
  };
  const events = { openDelivery: (_: unknown, delivery: InboundDelivery) => openDelivery(secret, delivery) };
  const jobs = { add: (_: string, __: object, { id }: { id: string }) => Promise.resolve(void queued.push(id)) };
  const deliveries = new ReceiveDelivery(
    database as unknown as PaymentDatabase,
    { at: () => ({ ports: { events }, account: {} }) } as unknown as PaymentProviders,
    jobs as unknown as Jobs,
    {} as Passes,
    {} as OwnRetention,
  );
  const receive = (id: string, provider = 'gocardless') => {
    const body = Buffer.from(JSON.stringify({ events: [{ id, resource_type: 'payments', action: 'paid_out' }] }));
    const headers = { 'webhook-signature': createHmac('sha256', secret).update(body).digest('hex') };
    return deliveries.receive({ provider, organizationId, code: 'main' }, { body, headers });
  };
  return { receive, queued, stored, transactions: () => transactions };
}

describe('a signed event of a payment provider (webhooks, section 13)', () => {
  it.each(['EV1', 'EV:0', 'a b/ä', 'x'.repeat(255)])('with the id %j is queued under a key without it', async (id) => {
    const { receive, queued, stored } = intake();
    expect(await receive(id)).toBe('');
    expect(stored).toMatchObject([{ connection_id: connectionId, event_id: id }]);
    expect(queued).toEqual([expect.stringMatching(new RegExp(`^${connectionId}/[0-9a-f]{64}$`))]);
  });

  it('is found, verified and stored in one transaction', async () => {
    const { receive, transactions } = intake();
    await receive('EV1');
    expect(transactions()).toBe(1);
  });

  it.each(['E\u0000', 'E\ud800', 'x'.repeat(256)])('with the id %j is refused before it is stored', async (id) => {
    const { receive, queued, stored } = intake();
    expect([await receive(id), stored]).toEqual([null, []]);
    expect(queued).toEqual([]);
  });

  it.each(['sandbox', 'unknown', 'constructor'])('of %j is refused without a transaction', async (provider) => {
    const { receive, transactions } = intake();
    expect([await receive('EV1', provider), transactions()]).toEqual([null, 0]);
  });
});
